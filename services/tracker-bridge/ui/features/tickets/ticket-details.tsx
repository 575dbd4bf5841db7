import type { Ticket } from '@picket/tracker';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { toStory } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { Label, PriorityBadge } from '../../components/badge.tsx';
import { MarkdownLink } from '../../components/markdown-link.tsx';
import { Person, personName } from '../../components/person.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { isWebAddress } from '../../components/web-address.ts';
import styles from './ticket-details.module.css';

export function TicketDetails({ ticket }: { readonly ticket: Ticket }) {
  const { forgeIssue } = ticket;
  return (
    <dl className={styles.details}>
      <Detail name="Priority">
        <PriorityBadge priority={ticket.priority} />
      </Detail>
      <Detail name="Assignee">
        {ticket.assignee === null ? <None>Nobody</None> : <Person actor={ticket.assignee} />}
      </Detail>
      <Detail name="Story">
        {ticket.storyId === null ? <None>None</None> : <StoryLink id={ticket.storyId} />}
      </Detail>
      {ticket.labels.length > 0 && (
        <Detail name="Labels">
          <span className={styles.labels}>
            {ticket.labels.map(label => (
              <Label key={label}>{label}</Label>
            ))}
          </span>
        </Detail>
      )}
      {ticket.size !== null && <Detail name="Size">{ticket.size.toUpperCase()}</Detail>}
      {ticket.estimate !== null && <Detail name="Estimate">{ticket.estimate}</Detail>}
      {ticket.startWorkAt !== null && <Detail name="Start">{sayDay(ticket.startWorkAt)}</Detail>}
      {ticket.targetFinishAt !== null && (
        <Detail name="Target finish">{sayDay(ticket.targetFinishAt)}</Detail>
      )}
      {ticket.linkedBranches.length > 0 && (
        <Detail name="Branches">
          {ticket.linkedBranches.map(branch => (
            <code key={branch}>{branch}</code>
          ))}
        </Detail>
      )}
      {ticket.linkedPullRequests.length > 0 && (
        <Detail name="Pull requests">
          {ticket.linkedPullRequests.map(address => (
            <WebLink key={address} address={address} text={address} />
          ))}
        </Detail>
      )}
      {forgeIssue !== null && (
        <Detail name="Issue">
          <WebLink address={forgeIssue.url} text={`${forgeIssue.repo}#${forgeIssue.number}`} />
        </Detail>
      )}
      <Detail name="Created">
        <RelativeTime at={ticket.createdAt} /> by {personName(ticket.createdBy)}
      </Detail>
      <Detail name="Updated">
        <RelativeTime at={ticket.updatedAt} /> by {personName(ticket.updatedBy)}
      </Detail>
    </dl>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const None = ({ children }: { readonly children: string }) => (
  <span className={styles.none}>{children}</span>
);

function StoryLink({ id }: { readonly id: string }) {
  const { data, isLoading } = useRead(['story', 'read', `--id=${id}`], toStory);
  if (data === undefined) return <None>{isLoading ? '…' : 'A story that is not known'}</None>;
  return (
    <Link href={paths.story(data.number)}>
      #{data.number} {data.title}
    </Link>
  );
}

function WebLink({ address, text }: { readonly address: string; readonly text: string }) {
  return (
    <span>
      <MarkdownLink href={isWebAddress(address) ? address : undefined}>{text}</MarkdownLink>
    </span>
  );
}

/** Days are stored as their midnight in UTC; a moment within a day is told in the reader's time. */
function sayDay(instant: string): string {
  const isDay = instant.endsWith('T00:00:00.000Z');
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    ...(isDay ? { timeZone: 'UTC' } : { timeStyle: 'short' }),
  }).format(new Date(instant));
}
