/** Colours that can be read on light and dark terminals. */
const codes = { dim: '2', bold: '1', green: '32', yellow: '33', red: '31', cyan: '36' } as const;

export type Paint = keyof typeof codes;

/** The text in a colour, where the output shows colours. */
export function paint(text: string, colour: Paint | undefined, enabled: boolean): string {
  return enabled && colour !== undefined && text !== ''
    ? `\u001b[${codes[colour]}m${text}\u001b[0m`
    : text;
}
