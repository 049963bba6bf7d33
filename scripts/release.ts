// Makes a release in two runs: npm run release -- 0.3.0 The first joins the files of changes.d into CHANGELOG.md and
// sets the version; commit that. The second makes the files in dist-release/, from the commit that is checked out: the
// source, a list of what runs (CycloneDX), and their SHA-256. The maintainer publishes them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readChanges, removeChanges, withSection, type Change } from './changes.ts';
import { productionPackages, type Lock } from './production-packages.ts';

const folder = 'dist-release';
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1_048_576 });

const ManifestSchema = z.object({ version: z.string() });
const SbomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const manifestOf = () => ManifestSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** Returns why a version cannot be released, as sentences. */
function problemsOf(version: string): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return ['Usage: npm run release -- VERSION, such as 0.3.0.'];
  const problems = [];
  const manifest = manifestOf();
  if (manifest.version !== version) problems.push(`package.json has version ${manifest.version}.`);
  const heading = new RegExp(
    String.raw`^## \[?${version.replaceAll('.', String.raw`\.`)}\]? - \d{4}-\d\d-\d\d$`,
    'm',
  );
  if (!heading.test(readFileSync('CHANGELOG.md', 'utf8'))) {
    problems.push(`CHANGELOG.md has no section "## ${version} - YEAR-MONTH-DAY".`);
  }
  const changed = run('git', 'status', '--porcelain').trimEnd();
  if (changed !== '') problems.push(`Commit these changes first:\n${changed}`);
  return problems;
}

/** Adds the changes since the last release to the changelog, and sets the version. */
function joinChanges(version: string, changes: Change[]): void {
  const before = manifestOf().version;
  // In UTC.
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', withSection(readFileSync('CHANGELOG.md', 'utf8'), version, day, changes));
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const workspaces = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
  for (const [, workspace] of workspaces) workspace.version = version;
  writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, version }, null, 2)}\n`);
  const manifests = workspaces.map(([path]) => join(path, 'package.json'));
  // The bench is not a workspace.
  replaceIn(
    [...manifests, ...globSync('bench/package.json')],
    `"version": "${before}"`,
    `"version": "${version}"`,
  );
  replaceIn(globSync('docs/operate/*.md'), `boathouse-${before}.tar.gz`, `boathouse-${version}.tar.gz`);
  removeChanges('.');
}

function replaceIn(files: string[], before: string, after: string): void {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (text.includes(before)) writeFileSync(file, text.replaceAll(before, after));
  }
}

/** Returns npm's list without the packages of the build and the tests, which npm would keep as optional peers. */
function billOfMaterials(): string {
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  // The packages that the server loads, and those that the build puts into the web app.
  const paths = [...productionPackages(lock), ...productionPackages(lock, 'apps/web')];
  const refs = new Set(
    paths.map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name}@${lock.packages[path]?.version ?? ''}`;
    }),
  );
  const bill = SbomSchema.parse(
    JSON.parse(run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')),
  );
  const { component } = bill.metadata;
  const isKept = (ref: string) =>
    refs.has(ref) || ref === component['bom-ref'] || /^@boathouse\/(?!e2e@)/.test(ref);
  return JSON.stringify(
    {
      ...bill,
      // npm takes the name of the checkout's folder.
      metadata: { ...bill.metadata, component: { ...component, name: 'boathouse' } },
      components: bill.components.filter((each) => isKept(each['bom-ref'])),
      dependencies: bill.dependencies
        .filter(({ ref }) => isKept(ref))
        .map((each) => ({ ...each, dependsOn: each.dependsOn.filter(isKept) })),
    },
    null,
    2,
  );
}

const version = process.argv[2] ?? '';
const { changes, problems: wrong } = readChanges('.');
const isVersion = /^\d+\.\d+\.\d+$/.test(version);
if (isVersion && changes.length > 0 && wrong.length === 0) {
  joinChanges(version, changes);
  console.log(`CHANGELOG.md has the section of ${version}. Read it, commit, and run this again.`);
  process.exit(0);
}
const problems = [...wrong, ...problemsOf(version)];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const name = `boathouse-${version}`;
run('git', 'archive', `--prefix=${name}/`, `--output=${join(folder, `${name}.tar.gz`)}`, 'HEAD');
writeFileSync(join(folder, `${name}.cdx.json`), `${billOfMaterials()}\n`);
const sums = [`${name}.cdx.json`, `${name}.tar.gz`].map((file) => {
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
  return `${sum}  ${file}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(
  `${folder}/ has the release of ${run('git', 'rev-parse', '--short', 'HEAD').trim()}:\n${sums.join('')}`,
);
