import { mkdir, writeFile } from 'node:fs/promises';
import { crdFiles, crdText } from './crd-file.ts';

/** `make generate`: writes the CustomResourceDefinition wherever it is kept. */
for (const file of crdFiles) {
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, crdText);
}
