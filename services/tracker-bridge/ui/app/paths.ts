/** The addresses of the UI. */
export const paths = {
  overview: '/',
  epics: '/epics',
  epic: (number: number | string) => `/epics/${number}`,
  stories: '/stories',
  story: (number: number | string) => `/stories/${number}`,
  tickets: '/tickets',
  ticket: (number: number | string) => `/tickets/${number}`,
  board: '/board',
  tools: '/tools',
  cli: '/cli',
} as const;
