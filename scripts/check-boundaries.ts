/// <reference types="node" />
// Enforces the boundaries that ARCHITECTURE.md describes: which layer imports which, which files read the environment,
// hold SQL or use Bluetooth, what a package.json declares, and how files, folders and constants are named.
// Runs in the root of the repository; every message names the rule.
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { findCircles } from './import-circles.ts';
import { layers, layersTable, ruleOf, type Layer } from './layers.ts';
import {
  importsOf,
  listDocuments,
  listSourceFiles,
  resolveImport,
  tryRead,
  type Import,
} from './source-imports.ts';
import { featuresOf, wingOrder, wings, wingsTable, type Side } from './wings.ts';

/** The file names of a server feature, and of its folders: the SQL of tags is in activities/tags/store.ts. */
const serverFeatureFiles =
  /^([a-z0-9-]+\/)?(routes|service|rules|store|live|worker|factory|index|[a-z-]+\.test)\.ts$|^worker\/[a-z-]+\.ts$/;
const webFeatureFiles = /^([a-z0-9-]+\/)?[a-z0-9-]+(\.test)?\.(tsx?|module\.css|css)$/;
const vagueNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'hooks', 'misc', 'shared']);
/** Longer files pass with a notice: a file is one thing that a reader wants whole. */
const linesMax = 450;
/** Files outside stores that hold SQL or import the tables. Only remove files from this list. */
const sqlBesideStores = [
  /^apps\/server\/src\/db\//,
  /^apps\/server\/src\/infra\/identity\//,
  /^apps\/server\/src\/infra\/outgoing\/queue\/store\.ts$/,
  /^apps\/server\/src\/sample\//,
  /^apps\/server\/src\/features\/[a-z]+\/[a-z]+\/([a-z0-9-]+\/)?(store|factory)\.ts$/,
];
/** Files of the web app that measure durations on their device; sentences about time use the server's clock. */
const byTheDevicesClock = [
  // Measure the server's clock.
  /^apps\/web\/src\/lib\/(server\/server-(now|clock)|api|first-data|use-now)\.ts$/,
  // Asks which zones the device knows.
  /^apps\/web\/src\/lib\/format\.ts$/,
  // Records arrive, and strokes are rowed, on this device.
  /^apps\/web\/src\/features\/rowing\/erg\/(monitor-(connection|program)|rower-connection|kept-link)\.ts$/,
  /^apps\/web\/src\/features\/rowing\/rowing\/(run\/[a-z-]+\.ts|own-row\.tsx|connect-bar\.tsx|belt-state\.tsx)$/,
  // Waits and deadlines, and the age of what this device stores or has requested.
  /^apps\/web\/src\/(ui\/toast-store|app\/offline\/use-read-ahead|lib\/(outbox\/outbox|kept\/answers))\.ts$/,
  /^apps\/web\/src\/features\/[a-z]+\/(files\/(retry|resumable)|chat\/send-line|room\/api|follows\/api|feed\/api)\.ts$/,
  // Shows how long ago a board was loaded.
  /^apps\/web\/src\/features\/sessions\/board\/board-page\.tsx$/,
  // Tells an administrator that the two clocks differ.
  /^apps\/web\/src\/features\/operating\/administration\/api\.ts$/,
];
/** Tests and their support that wait for processes, browsers or drivers, which have clocks of their own. */
const byTheMachinesClock = [
  /^apps\/(server\/test\/support|web\/test)\/now\.ts$/,
  /^apps\/server\/test\/support\/test-at\.ts$/,
  /^apps\/server\/test\/(kills|power|processes)\//,
  // Wait for the time that fake timers let pass.
  /^apps\/web\/test\/(erg\/fake-bluetooth|rowing\/fake-activity-server)\.ts$/,
  // Kills a server at moments of its restart.
  /^apps\/server\/src\/infra\/backup\/first-restore\.test\.ts$/,
  // Gives the driver time to notice that its connection is cut.
  /^apps\/server\/src\/db\/failing-database\.test\.ts$/,
  // Breaks the rule in trees made for the test.
  /^scripts\/check-boundaries\.test\.ts$/,
  // Start and stop the product.
  /^scripts\/operate\.test\.ts$/,
  /^e2e\/fixtures\/product-server\.ts$/,
  // A monitor that sends twice a second.
  /^e2e\/fixtures\/emulated-pm5\.ts$/,
  // Delays requests as long as a network does.
  /^e2e\/first-load\.spec\.ts$/,
  /^e2e\/(pictures|measures|proofs)\//,
];
const isTest = /\.(test|spec)\.tsx?$/;
/** Test doubles and builders, which only tests import; sample data uses the server's factories too. */
const isTestSupport =
  /^(apps|packages)\/[a-z0-9-]+\/test\/|^apps\/server\/src\/features\/[a-z]+\/[a-z]+\/factory\.ts$/;
const isTestDoubleByName = /\/((fake|recorded)-[a-z-]+|([a-z-]+-)?factory)\.tsx?$/;

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

const files = listSourceFiles();
const known = new Set(files);
const problems: string[] = [];
const warnings: string[] = [];
const featureImports = new Map<string, Set<string>>();
/** The imports of each file when it loads, and the types that it uses. */
const fileImports = new Map<string, Set<string>>();
const declaredIn = new Map<string, Set<string>>();

for (const file of files) {
  const text = tryRead(file);
  if (text === null) continue;
  checkNames(file);
  checkText(file, text);
  if (isTest.test(file) || /^(apps\/[a-z]+\/test|packages\/[a-z0-9-]+\/test|e2e)\//.test(file))
    checkTestClock(file, text);
  const layer = layers.find(({ files: pattern }) => pattern.test(file));
  if (layer === undefined && /^(apps|packages)\/[^/]+\/src\//.test(file)) {
    problems.push(`${file} is in no layer of scripts/layers.ts`);
  }
  for (const found of importsOf(text)) {
    checkDeclared(file, found.wanted);
    noteFileImport(file, found);
    if (layer) checkImport(file, found, layer);
  }
}
checkCircles();
checkTables();
listDocuments().forEach(checkLinks);

if (warnings.length > 0) console.warn(warnings.join('\n'));
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
  if (/^packages\/[^/]+\/src\//.test(file) && isTestDoubleByName.test(file)) {
    problems.push(`${file}: test doubles are in the package's folder test`);
  }
  const [, wing, feature = '', rest = ''] = /\/features\/([^/]+)\/(?:([^/]+)\/)?(.+)$/.exec(file) ?? [];
  const side = sideOf(file);
  if (side === null || wing === undefined) return;
  if (!wingOrder[side].includes(wing)) problems.push(`${file}: "${wing}" is not a wing of ARCHITECTURE.md`);
  else if (!featuresOf(wing, side).includes(feature)) {
    problems.push(`${file}: "${feature}" is not a feature of the wing ${wing} in ARCHITECTURE.md`);
  }
  if (side === 'server' && !serverFeatureFiles.test(rest)) {
    problems.push(
      `${file}: a server feature, and each of its folders, has routes, service, rules, store, live, worker (with a folder of its parts), factory and index`,
    );
  }
  if (side === 'web' && !webFeatureFiles.test(rest)) {
    problems.push(`${file}: a web feature has at most one level of folders`);
  }
  if (side === 'web' && isTestDoubleByName.test(file)) {
    problems.push(`${file}: test doubles are in apps/web/test/${feature}`);
  }
}

/** Refuses the machine's clock and sleeps in tests: they give times by `nowMs`, and wait for events. */
function checkTestClock(file: string, text: string): void {
  const isProcess = byTheMachinesClock.some((pattern) => pattern.test(file));
  // A browser test's server is a process with its own clock.
  if (!isProcess && !file.startsWith('e2e/') && /\bDate\.now\b|\bnew Date\(\)/.test(text)) {
    problems.push(`${file} reads the machine's clock: tests use nowMs of test/now.ts or fake timers`);
  }
  const sleeps =
    /\bwaitForTimeout\(|new Promise[^;{}]*\bsetTimeout\(\s*\w+\s*,(?!\s*0\b)|\bsetTimeout\b[^;]*from 'node:timers\/promises'/;
  if (!isProcess && sleeps.test(text)) {
    problems.push(`${file} sleeps: tests wait for an event, or let fake timers run`);
  }
}

/** Rules for the text of a file, independent of its imports. */
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
  if (text.split('\n').length > linesMax) warnings.push(`warning: ${file} has more than ${linesMax} lines`);
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
  const isByDevice = byTheDevicesClock.some((pattern) => pattern.test(file));
  if (file.startsWith('apps/web/src/') && !isByDevice) {
    if (/\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\.(?!timeZoneId)|\buse(At)?DeviceNow/.test(text)) {
      problems.push(
        `${file} reads the device's clock, which may be wrong: lib/server/server-now.ts has the server's`,
      );
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
  checkWings(file, wanted, target);
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

/** A package that another workspace declares is found only by chance, because npm installs it in the root. */
function checkDeclared(file: string, wanted: string): void {
  const workspace = workspaceOf(file);
  if (/^(\.|node:|virtual:)/.test(wanted) || !/^(apps|packages|e2e|bench)(\/|$)/.test(workspace)) return;
  const name = /^(@[^/]+\/[^/?]+|[^/?]+)/.exec(wanted)?.[0] ?? wanted;
  const isForTests = isTest.test(file) || isTestSupport.test(file) || !file.includes('/src/');
  // bench is not a workspace: it finds the root's workspaces by their links, and its layer says which it may import.
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

/** With `--write`, brings the tables of ARCHITECTURE.md up to date. */
function checkTables(): void {
  const document = 'ARCHITECTURE.md';
  const text = tryRead(document);
  if (text === null) return;
  checkFeaturesExist();
  const wanted = withTable(withTable(text, 'wings', wingsTable()), 'layers', layersTable());
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

function checkFeaturesExist(): void {
  const found = new Set(files.map(featureOf));
  for (const side of ['server', 'web'] as const) {
    for (const wing of wings.map(({ name }) => name)) {
      for (const feature of featuresOf(wing, side)) {
        if (found.has(`apps/${side}/src/features/${wing}/${feature}`)) continue;
        problems.push(`${side} has no feature "${feature}" in the wing ${wing}: take it off the list`);
      }
    }
  }
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
  return /^apps\/(server|web)\/src\/features\/[^/]+\/[^/]+/.exec(file)?.[0] ?? null;
}

/** Returns whether a feature's file is the server's or the web app's; null for any other file. */
function sideOf(file: string): Side | null {
  const side = /^apps\/(server|web)\/src\/features\//.exec(file)?.[1];
  return side === 'server' || side === 'web' ? side : null;
}

function wingOf(file: string): string {
  return /\/features\/([^/]+)/.exec(file)?.[1] ?? '';
}

/** Refuses an import of a later wing. Type imports count: a reader of the wing also reads these types. */
function checkWings(file: string, wanted: string, target: string): void {
  const side = sideOf(file);
  if (side === null || side !== sideOf(target)) return;
  const [from, to] = [wingOf(file), wingOf(target)];
  const order = wingOrder[side];
  if (order.indexOf(to) <= order.indexOf(from)) return;
  problems.push(`${file} imports ${wanted}: the wing ${from} comes before ${to} and imports none after it`);
}

/** A dynamic import runs once both files are loaded, so it closes no circle. */
function noteFileImport(file: string, { wanted, isDynamic }: Import): void {
  const target = resolveImport(file, wanted);
  if (isDynamic || target === null || !known.has(target)) return;
  fileImports.set(file, (fileImports.get(file) ?? new Set()).add(target));
}

function noteFeatureImport(file: string, target: string): void {
  const [from, to] = [featureOf(file), featureOf(target)];
  if (from === null || to === null || from === to) return;
  featureImports.set(from, (featureImports.get(from) ?? new Set()).add(to));
}

function checkCircles(): void {
  for (const circle of findCircles(featureImports)) {
    problems.push(`features import each other in a circle: ${circle.join(' → ')}`);
  }
  for (const circle of findCircles(fileImports)) {
    problems.push(`files import each other in a circle, types included: ${circle.join(' → ')}`);
  }
}
