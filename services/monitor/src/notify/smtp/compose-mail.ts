import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail } from './mail.ts';

/** The mail as it is sent. */
export function composeMail(mail: Mail, version: string): Promise<Buffer> {
  const { from, to, subject, text, messageId, inReplyTo } = mail;
  const composer = new MailComposer({
    from: { ...from },
    to: to.map(address => ({ ...address })),
    subject,
    text,
    messageId,
    ...(inReplyTo !== undefined && { inReplyTo, references: inReplyTo }),
    // Keeps absence notices from being sent back.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Mailer': `picket/${version}` },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
