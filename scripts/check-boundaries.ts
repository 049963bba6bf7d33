// Enforces the boundaries that ARCHITECTURE.md describes: which layer imports which, which files read the environment,
// hold SQL or use Bluetooth, what a package.json declares, and how files, folders and constants are named.
// Runs in the root of the repository; every message names the rule.
import { basename, dirname } from 'node:path';
import { importsOf, listSourceFiles, resolveImport, tryRead, type Import } from './source-imports.ts';

type Layer = {
  /** Matches the files of the layer; a file belongs to the first layer that matches it. */
  files: RegExp;
  /** Files of other layers that it may import. Its own are always allowed. */
  may: RegExp[];
  /** Files of other layers of which it may import types. */
  types?: RegExp[];
  /** Packages that it may import. Absent: every package that its workspace declares. */
  packages?: RegExp;
  rule: string;
};

const contract = /^packages\/contract\/src\//;
const workout = /^packages\/workout\/src\//;
const row = /^packages\/row\/src\//;
const pm5 = /^packages\/pm5\/src\//;
const pm5Plan = /^packages\/pm5\/src\/plan\.ts$/;
const rowPlans = /^packages\/row\/src\/(text|plan)\.ts$/;
const webUi = /^apps\/web\/src\/ui\//;
const webLib = /^apps\/web\/src\/lib\//;
const webFeatureIndex = /^apps\/web\/src\/features\/[a-z]+\/index\.ts$/;
const serverCaller = /^apps\/server\/src\/http\/caller\.ts$/;
const serverHttp = /^apps\/server\/src\/http\//;
const serverDb = /^apps\/server\/src\/db\//;
const serverLive = /^apps\/server\/src\/live\//;
const serverInfra = /^apps\/server\/src\/infra\//;
const serverMail = /^apps\/server\/src\/infra\/mail\.ts$/;
/** What the processes of an installation share. */
const serverLivePorts = /^apps\/server\/src\/live\/processes\/(bus|room-claims)\.ts$/;
const serverKeyedQueue = /^apps\/server\/src\/infra\/keyed-queue\.ts$/;
const serverFeatureIndex = /^apps\/server\/src\/features\/[a-z]+\/index\.ts$/;

const layers: Layer[] = [
  {
    files: /^packages\/pm5\/src\//,
    may: [],
    packages: /^$/,
    rule: 'packages/pm5 converts bytes to records and back; it imports no other workspace and no package',
  },
  {
    files: /^packages\/workout\/src\//,
    may: [],
    packages: /^$/,
    rule: 'packages/workout is pure; it imports no other workspace and no package, and its clock is a parameter',
  },
  {
    files: row,
    may: [workout, pm5Plan],
    types: [pm5],
    packages: /^$/,
    rule: "packages/row is pure; it imports workout, pm5's plan and types, and its clock is a parameter",
  },
  {
    files: /^packages\/contract\/src\//,
    may: [],
    packages: /^zod\/mini$/,
    rule: 'packages/contract holds the schemas that server and web share; it imports zod/mini only',
  },
  {
    files: webUi,
    may: [],
    packages: /^(react|react-dom|@fontsource.*|uplot.*|qrcode.react)$/,
    rule: 'web/ui imports React, fonts, uPlot and QR codes only; a component that knows an athlete or a session belongs in a feature',
  },
  {
    files: webLib,
    may: [contract],
    rule: 'web/lib may import the contract, never a feature',
  },
  {
    files: /^apps\/web\/src\/features\/ergometer\//,
    may: [webUi, webLib, contract, workout, row, pm5, webFeatureIndex],
    rule: 'ergometer is the only web feature that imports pm5; it imports another feature through its index.ts',
  },
  {
    files: /^apps\/web\/src\/features\//,
    may: [webUi, webLib, contract, workout, row, webFeatureIndex],
    rule: 'a web feature imports ui, lib, contract, workout and row, and another feature through its index.ts',
  },
  {
    files: /^apps\/web\/test\//,
    may: [webUi, webLib, contract, webFeatureIndex],
    rule: 'apps/web/test serves the tests of every feature; the fake of one feature belongs in that feature',
  },
  {
    files: /^apps\/web\/src\/app\//,
    may: [/^apps\/web\/src\//, contract],
    rule: 'web/app imports the web app and the contract',
  },
  {
    files: serverDb,
    may: [contract],
    rule: 'server/db opens the database and defines the tables; it imports the contract only',
  },
  {
    files: serverHttp,
    may: [contract],
    rule: 'server/http imports the contract only',
  },
  {
    files: serverLive,
    may: [contract, serverHttp],
    rule: 'server/live imports the contract and http, never a feature',
  },
  {
    files: /^apps\/server\/src\/infra\/identity\//,
    may: [contract, serverDb, serverCaller, serverMail, serverKeyedQueue],
    rule: 'infra/identity imports contract, db, http/caller, mail and keyed-queue, never files or a feature',
  },
  {
    files: /^apps\/server\/src\/infra\/files\//,
    may: [contract, serverDb, serverHttp],
    rule: 'infra/files imports contract, db and http, never a feature',
  },
  {
    files: serverInfra,
    may: [contract, serverDb, serverHttp, serverLivePorts],
    rule: 'server/infra holds ports and adapters: it imports of server/live the ports bus and room-claims, and never a feature',
  },
  {
    files: /^apps\/server\/src\/features\//,
    may: [contract, workout, rowPlans, serverDb, serverHttp, serverLive, serverInfra, serverFeatureIndex],
    rule: 'a server feature imports contract, workout, row/text and row/plan, db, http, live and infra, and another feature through its index.ts',
  },
  {
    files: /^apps\/server\/src\//,
    may: [/^apps\/server\/src\//, contract, workout, rowPlans],
    rule: 'app, main.ts and sample import the server, the contract, workout, row/text and row/plan',
  },
  {
    files: /^e2e\//,
    may: [contract, pm5],
    rule: 'e2e drives the running product and never imports its source',
  },
  {
    files: /^bench\//,
    may: [contract, pm5],
    rule: "bench measures the running product and never imports an app's source",
  },
];

/** The file names of a server feature: the SQL of clubs is in clubs/store.ts. */
const serverFeatureFiles = /^(routes|service|rules|store|live|factory|index|[a-z-]+\.test)\.ts$/;
const webFeatureFiles = /^([a-z0-9-]+\/)?[a-z0-9-]+(\.test)?\.(tsx?|module\.css|css)$/;
const features = (
  'auth users account archive follows clubs sessions starts boards activities strokes statistics feed comments notifications chat ' +
  'files ' +
  'landing explore ergometer rowing room board settings links product'
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
const isTest = /\.(test|spec)\.tsx?$/;
/** Stand-ins and builders that only tests import. */
const isTestSupport =
  /(^apps\/(server|web)\/test\/|\/(fake|recorded)[a-z-]*\.ts$|simulated-row\.ts$|factory\.ts$)/;

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
  const layer = layers.find(({ files: pattern }) => pattern.test(file));
  for (const found of importsOf(text)) {
    checkDeclared(file, found.wanted);
    if (layer) checkImport(file, found, layer);
  }
}
checkFolders();
findFeatureCycles();

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} problems. ARCHITECTURE.md describes the layers and the rules.`);
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
  const [, side, feature = '', rest = ''] =
    /^apps\/(server|web)\/src\/features\/([^/]+)\/(.+)$/.exec(file) ?? [];
  if (side === undefined) return;
  if (!features.includes(feature)) problems.push(`${file}: "${feature}" is not a feature of ARCHITECTURE.md`);
  if (side === 'server' && !serverFeatureFiles.test(rest)) {
    problems.push(`${file}: a server feature has routes, service, rules, store, live, factory and index`);
  }
  if (side === 'web' && !webFeatureFiles.test(rest)) {
    problems.push(`${file}: a web feature has at most one level of folders`);
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
    const rest = file === 'apps/server/src/main.ts' ? text.replaceAll('readConfig(process.env)', '') : text;
    if (/\bprocess\.env\b|\bprocess\[|\{[^}]*\benv\b[^}]*\} from 'node:process'/.test(rest)) {
      problems.push(`${file} reads the environment: only config.ts does, main.ts passes process.env to it`);
    }
  }
  if (file.startsWith('apps/web/src/') && file !== 'apps/web/src/features/ergometer/bluetooth.ts') {
    if (/\bnavigator\??\.bluetooth\b/.test(text)) {
      problems.push(`${file} uses navigator.bluetooth: only ergometer/bluetooth.ts does`);
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
      problems.push(`${file} imports ${wanted}: ${layer.rule}`);
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
    problems.push(`${file} imports ${wanted}: ${layer.rule}`);
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
