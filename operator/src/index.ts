/** The public face of the operator: its command. */
export { main } from './command/main.ts';
