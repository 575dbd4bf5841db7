export { bundle } from './bundle.ts';
export { buildByCommandLine } from './command-line.ts';
export { buildImage } from './oci.ts';
export { findNode, findProgram } from './programs.ts';
export type { RootContents } from './root-folder.ts';
export { systemTexts } from './system-texts.ts';
