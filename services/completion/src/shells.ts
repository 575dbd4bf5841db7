/** In the order in which help names them. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** The shell of that name; undefined where there is none. */
export function shellNamed(name: string): Shell | undefined {
  return shells.find(shell => shell === name);
}
