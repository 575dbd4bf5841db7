import { execa } from 'execa';

/** An image by its name with the tag, and what it is made of: a tag may be given to another one. */
interface NamedImage {
  readonly name: string;
  readonly digest: string;
}

interface Index {
  readonly manifests: readonly {
    readonly digest: string;
    readonly annotations?: Readonly<Record<string, string>>;
  }[];
}

/** The images of an OCI archive. */
export async function imagesIn(archive: string): Promise<readonly NamedImage[]> {
  const extract = ['--extract', '--to-stdout', '--file', archive, 'index.json'];
  const { stdout } = await execa('tar', extract, { timeout: 60_000 });
  const { manifests }: Index = JSON.parse(stdout);
  return manifests.map(({ digest, annotations }) => ({
    name: annotations?.['org.opencontainers.image.ref.name'] ?? '',
    digest,
  }));
}

/** The digest of each image that `ctr images list` tells of, by its name. */
export function listedImages(listed: string): ReadonlyMap<string, string> {
  const [, ...lines] = listed.trim().split('\n');
  return new Map(
    lines.map(line => {
      const [name = '', , digest = ''] = line.split(/\s+/);
      return [name, digest];
    }),
  );
}
