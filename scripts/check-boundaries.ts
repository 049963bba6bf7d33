// Enforces the boundaries that ARCHITECTURE.md describes: which layer imports which, which files read the environment,
// hold SQL or use Bluetooth, what a package.json declares, and how files, folders and constants are named.
// Runs in the root of the repository; every message names the rule.
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { layers, layersTable, markdownTable, ruleOf, type Layer } from './layers.ts';
import {
  importsOf,
  listDocuments,
  listSourceFiles,
  resolveImport,
  tryRead,
  type Import,
} from './source-imports.ts';

/** The file names of a server feature: the SQL of clubs is in clubs/store.ts. */
const serverFeatureFiles = /^(routes|service|rules|store|live|worker|factory|index|[a-z-]+\.test)\.ts$/;
const webFeatureFiles = /^([a-z0-9-]+\/)?[a-z0-9-]+(\.test)?\.(tsx?|module\.css|css)$/;
const features = (
  'auth devices tokens users account archive administration admission follows clubs webhooks webpush sessions attendance templates calendar starts boards activities strokes results statistics goals feed comments notifications chat ' +
  'files reports imports exports workoutfiles entries sync ' +
  'landing explore erg rowing room board settings links installed product'
).split(' ');
const vagueNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'hooks', 'misc', 'shared']);
const linesMax = 450;
const filesMax = 24;
/** Folders above `filesMax`, with their limit. The list only shrinks: lower a limit when files leave. */
const largeFolders: Record<string, number> = {};
/** Files outside stores that hold SQL or import the tables. The list only shrinks. */
const sqlBesideStores = [
  /^apps\/server\/src\/db\//,
  /^apps\/server\/src\/infra\/identity\//,
  /^apps\/server\/src\/sample\//,
  /^apps\/server\/src\/features\/[a-z]+\/(store|factory)\.ts$/,
];
/** Tests and their support that wait for processes, browsers or drivers, which have clocks of their own. */
const byTheMachinesClock = [
  /^apps\/(server\/test\/support|web\/test)\/now\.ts$/,
  /^apps\/server\/test\/support\/test-at\.ts$/,
  /^apps\/server\/test\/(kills|power|processes)\//,
  // Take time, which fake timers let pass.
  /^apps\/web\/test\/(erg\/fake-bluetooth|rowing\/fake-activity-server)\.ts$/,
  // Kills a server at moments of its restart.
  /^apps\/server\/src\/infra\/backup\/first-restore\.test\.ts$/,
  // Gives the driver time to notice that its connection is cut.
  /^apps\/server\/src\/db\/failing-database\.test\.ts$/,
  // Breaks the rule in trees of its own.
  /^scripts\/check-boundaries\.test\.ts$/,
  // Start and stop the product.
  /^scripts\/operate\.test\.ts$/,
  /^e2e\/fixtures\/product-server\.ts$/,
  // A monitor that sends twice a second.
  /^e2e\/fixtures\/emulated-pm5\.ts$/,
  // Holds requests as long as a network does.
  /^e2e\/first-load\.spec\.ts$/,
  /^e2e\/(pictures|measures)\//,
];
const isTest = /\.(test|spec)\.tsx?$/;
/** Test doubles and builders, which only tests import; sample data uses the server's factories too. */
const isTestSupport =
  /^(apps|packages)\/[a-z0-9-]+\/test\/|^apps\/server\/src\/features\/[a-z]+\/factory\.ts$/;
const isTestDoubleByName = /\/((fake|recorded)-[a-z-]+|([a-z-]+-)?factory)\.tsx?$/;

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

const files = listSourceFiles();
const known = new Set(files);
const problems: string[] = [];
const featureImports = new Map<string, Set<string>>();
const filesOfFolder = new Map<string, number>();
const declaredIn = new Map<string, Set<string>>();

for (const file of files) {
  const text = tryRead(file);
  if (text === null) continue;
  checkNames(file);
  checkText(file, text);
  if (isTest.test(file) || /^(apps\/[a-z]+\/test|packages\/[a-z0-9-]+\/test|e2e)\//.test(file))
    checkTestClock(file, text);
  const layer = layers.find(({ files: pattern }) => pattern.test(file));
  for (const found of importsOf(text)) {
    checkDeclared(file, found.wanted);
    if (layer) checkImport(file, found, layer);
  }
}
checkFolders();
findFeatureCycles();
checkTables();
listDocuments().forEach(checkLinks);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(
    `\n${problems.length} problems. ARCHITECTURE.md describes the layers, scripts/README.md the rules.`,
  );
  process.exit(1);
}
console.log(`${files.length} files keep the boundaries`);

function checkNames(file: string): void {
  for (const part of file.split('/').slice(0, -1)) {
    if (vagueNames.has(part))
      problems.push(`${file}: "${part}" says nothing; name the folder by its content`);
  }
  const stem = basename(file).split('.')[0] ?? '';
  if (vagueNames.has(stem)) problems.push(`${file}: "${stem}" says nothing; name the file by its content`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) problems.push(`${file}: file names are kebab-case`);
  if (!isTest.test(file)) filesOfFolder.set(dirname(file), (filesOfFolder.get(dirname(file)) ?? 0) + 1);
  if (/^packages\/[^/]+\/src\//.test(file) && isTestDoubleByName.test(file)) {
    problems.push(`${file}: test doubles are in the package's folder test`);
  }
  const [, side, feature = '', rest = ''] =
    /^apps\/(server|web)\/src\/features\/([^/]+)\/(.+)$/.exec(file) ?? [];
  if (side === undefined) return;
  if (!features.includes(feature)) problems.push(`${file}: "${feature}" is not a feature of ARCHITECTURE.md`);
  if (side === 'server' && !serverFeatureFiles.test(rest)) {
    problems.push(
      `${file}: a server feature has routes, service, rules, store, live, worker, factory and index`,
    );
  }
  if (side === 'web' && !webFeatureFiles.test(rest)) {
    problems.push(`${file}: a web feature has at most one level of folders`);
  }
  if (side === 'web' && isTestDoubleByName.test(file)) {
    problems.push(`${file}: test doubles are in apps/web/test/${feature}`);
  }
}

/** Refuses the machine's clock and sleeps in tests: they say when something is by `nowMs`, and wait for events. */
function checkTestClock(file: string, text: string): void {
  const isProcess = byTheMachinesClock.some((pattern) => pattern.test(file));
  // A journey's server is a process with its own clock.
  if (!isProcess && !file.startsWith('e2e/') && /\bDate\.now\b|\bnew Date\(\)/.test(text)) {
    problems.push(`${file} reads the machine's clock: tests use nowMs of test/now.ts or fake timers`);
  }
  const sleeps =
    /\bwaitForTimeout\(|new Promise[^;{}]*\bsetTimeout\(\s*\w+\s*,(?!\s*0\b)|\bsetTimeout\b[^;]*from 'node:timers\/promises'/;
  if (!isProcess && sleeps.test(text)) {
    problems.push(`${file} sleeps: tests wait for an event, or let fake timers run`);
  }
}

/** Rules that hold for the text of a file, whatever it imports. */
function checkText(file: string, text: string): void {
  for (const [, name] of text.matchAll(/^(?:export )?const ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/gm)) {
    problems.push(`${file}: ${name}: constants are lowerCamelCase with their unit`);
  }
  for (const { index, 1: name } of text.matchAll(/^export const (\w+) = (?:async )?(?:<[^(]*>)?\(/gm)) {
    if (isArrowAt(text, text.indexOf('(', index))) {
      problems.push(`${file}: ${name} is a function: write \`export function ${name}()\``);
    }
  }
  if (isTest.test(file) || isTestSupport.test(file)) return;
  if (text.split('\n').length > linesMax) problems.push(`${file} has more than ${linesMax} lines: split it`);
  if (file.startsWith('apps/server/src/') && file !== 'apps/server/src/config.ts') {
    const rest = /^apps\/server\/src\/(serve|ops)\.ts$/.test(file)
      ? text.replaceAll(/\bread(Config|ServiceManager)\(process\.env\b/g, '')
      : text;
    if (/\bprocess\.env\b|\bprocess\[|\{[^}]*\benv\b[^}]*\} from 'node:process'/.test(rest)) {
      problems.push(
        `${file} reads the environment: only config.ts does, serve.ts and ops.ts pass process.env to it`,
      );
    }
  }
  if (file.startsWith('apps/web/src/') && !/erg\/(bluetooth|granted-devices)\.ts$/.test(file)) {
    if (/\bnavigator\??\.bluetooth\b/.test(text)) {
      problems.push(`${file} uses navigator.bluetooth: only erg/bluetooth.ts does`);
    }
  }
  if (file.startsWith('apps/web/src/features/') && !file.endsWith('-page.tsx')) {
    const page = /^export function (\w+Page)\(/m.exec(text)?.[1];
    if (page !== undefined && file.endsWith('.tsx')) {
      problems.push(`${file}: ${page} is a page; pages are in <name>-page.tsx`);
    }
  }
}

/** Whether the parenthesis at `open` holds the parameters of an arrow function. */
function isArrowAt(text: string, open: number): boolean {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return /^\)\s*(?::[^;]*?)?=>/.test(text.slice(at, at + 400));
  }
  return false;
}

function checkImport(file: string, { wanted, clause }: Import, layer: Layer): void {
  const isForTests = isTest.test(file) || isTestSupport.test(file);
  const target = resolveImport(file, wanted);
  if (!isForTests && file.startsWith('apps/server/src/')) checkSql(file, wanted, target, clause);
  if (target === null) {
    if (layer.packages !== undefined && !isForTests && !layer.packages.test(wanted)) {
      problems.push(`${file} imports ${wanted}: ${ruleOf(layer)}`);
    }
    return;
  }
  if (/\.tsx?$/.test(target) && !known.has(target)) {
    problems.push(`${file} imports ${wanted}, which does not exist`);
    return;
  }
  if (wanted.startsWith('.') && workspaceOf(file) !== workspaceOf(target)) {
    problems.push(`${file} imports ${wanted}: import another workspace by its package name`);
    return;
  }
  if (isForTests) {
    checkTestImport(file, wanted, target);
    return;
  }
  noteFeatureImport(file, target);
  if (isTestSupport.test(target) && !file.startsWith('apps/server/src/sample/')) {
    problems.push(`${file} imports ${wanted}, which only tests may`);
  }
  const isType = clause.trim().startsWith('type ');
  const allowed = isType ? [...layer.may, ...(layer.types ?? [])] : layer.may;
  if (!isSameLayer(file, target, layer) && !allowed.some((pattern) => pattern.test(target))) {
    problems.push(`${file} imports ${wanted}: ${ruleOf(layer)}`);
  }
}

/** SQL and the tables stay in stores. Types and the class of the driver's errors are free. */
function checkSql(file: string, wanted: string, target: string | null, clause: string): void {
  const isTables = target !== null && /^apps\/server\/src\/db\/(identity-)?tables\.ts$/.test(target);
  if (!/^drizzle-orm(\/|$)/.test(wanted) && !isTables) return;
  if (clause.trim().startsWith('type ') || /^\s*\{\s*DrizzleQueryError\s*\}\s*$/.test(clause)) return;
  if (sqlBesideStores.some((pattern) => pattern.test(file))) return;
  problems.push(`${file} imports ${wanted}: SQL belongs in a feature's store.ts or in db/`);
}

/** A package that another workspace declares is found by chance, because npm installs it in the root. */
function checkDeclared(file: string, wanted: string): void {
  const workspace = workspaceOf(file);
  if (/^(\.|node:|virtual:)/.test(wanted) || !/^(apps|packages|e2e|bench)(\/|$)/.test(workspace)) return;
  const name = /^(@[^/]+\/[^/?]+|[^/?]+)/.exec(wanted)?.[0] ?? wanted;
  const isForTests = isTest.test(file) || isTestSupport.test(file) || !file.includes('/src/');
  // bench is no workspace: it finds those of the root by their links, and its layer says which it may import.
  const isLinked = workspace === 'bench' && name.startsWith('@boathouse/');
  const own = workspace === `packages/${name.split('/')[1]}` && name.startsWith('@boathouse/');
  if (own || isLinked || declared(workspace).has(name) || (isForTests && declared('.').has(name))) return;
  problems.push(`${file} imports ${name}: declare it in ${workspace}/package.json`);
}

function declared(workspace: string): Set<string> {
  const known = declaredIn.get(workspace);
  if (known !== undefined) return known;
  const { dependencies, devDependencies }: Manifest = JSON.parse(
    tryRead(`${workspace}/package.json`) ?? '{}',
  );
  const names = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  declaredIn.set(workspace, names);
  return names;
}

function checkFolders(): void {
  for (const [folder, count] of filesOfFolder) {
    const limit = largeFolders[folder] ?? filesMax;
    if (count > limit) problems.push(`${folder} has ${count} files, its limit is ${limit}: make sub-folders`);
  }
}

/** With `--write`, brings the tables of ARCHITECTURE.md up to date. */
function checkTables(): void {
  const document = 'ARCHITECTURE.md';
  const text = tryRead(document);
  if (text === null) return;
  const wanted = withTable(withTable(text, 'features', featuresTable()), 'layers', layersTable());
  if (wanted === text) return;
  if (process.argv.includes('--write')) writeFileSync(document, wanted);
  else problems.push(`${document}: a table is old: node scripts/check-boundaries.ts --write`);
}

/** Puts a table between the document's comments of this name. */
function withTable(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(start, 2);
  const after = rest?.split(end, 2)[1];
  if (before !== undefined && after !== undefined) return `${before}${start}\n\n${table}\n\n${end}${after}`;
  problems.push(`ARCHITECTURE.md has no table between ${start} and ${end}`);
  return text;
}

/** The features by the side that has them, in Markdown as the formatter writes it. */
function featuresTable(): string {
  const found = new Set(files.map(featureOf));
  const sides: Record<string, string[]> = { 'server and web': [], 'server only': [], 'web only': [] };
  for (const feature of [...features].sort()) {
    const isOnServer = found.has(`apps/server/src/features/${feature}`);
    const isOnWeb = found.has(`apps/web/src/features/${feature}`);
    if (!isOnServer && !isOnWeb) problems.push(`no side has the feature "${feature}": take it off the list`);
    else sides[isOnServer ? (isOnWeb ? 'server and web' : 'server only') : 'web only']?.push(feature);
  }
  return markdownTable(
    ['side', 'features'],
    Object.entries(sides).map(([side, names]) => [side, names.join(', ')]),
  );
}

function checkLinks(document: string): void {
  const text = tryRead(document) ?? '';
  for (const [, address = ''] of text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)) {
    const target = normalize(join(dirname(document), address));
    if (!existsSync(target)) problems.push(`${document} links to ${address}, which does not exist`);
  }
}

/** Each feature is a layer of its own. */
function isSameLayer(file: string, target: string, layer: Layer): boolean {
  const feature = featureOf(file);
  return feature === null ? layer.files.test(target) : featureOf(target) === feature;
}

/** A test may import any file of its own workspace and of the packages, but not of another app. */
function checkTestImport(file: string, wanted: string, target: string): void {
  if (target.startsWith('packages/') || workspaceOf(target) === workspaceOf(file)) return;
  problems.push(`${file} imports ${wanted}: a test imports its own workspace and the packages only`);
}

function workspaceOf(file: string): string {
  return /^(apps|packages)\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0] ?? '';
}

function featureOf(file: string): string | null {
  return /^apps\/(server|web)\/src\/features\/[^/]+/.exec(file)?.[0] ?? null;
}

function noteFeatureImport(file: string, target: string): void {
  const [from, to] = [featureOf(file), featureOf(target)];
  if (from === null || to === null || from === to) return;
  featureImports.set(from, (featureImports.get(from) ?? new Set()).add(to));
}

function findFeatureCycles(): void {
  const done = new Set<string>();
  const visit = (feature: string, path: string[]): void => {
    const at = path.indexOf(feature);
    if (at !== -1) {
      problems.push(`features import each other in a circle: ${[...path.slice(at), feature].join(' → ')}`);
      return;
    }
    if (done.has(feature)) return;
    for (const next of featureImports.get(feature) ?? []) visit(next, [...path, feature]);
    done.add(feature);
  };
  for (const feature of featureImports.keys()) visit(feature, []);
}
