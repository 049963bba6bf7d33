// Keeps the house as ARCHITECTURE.md draws it: which room may import which, and what files are called.
// Every message says where the code belongs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

type Room = {
  /** Matches the files of the room; the first room that matches is the file's. */
  files: RegExp;
  /** What of ours it may import: paths in the repository. Its own room is always allowed. */
  may: RegExp[];
  /** What it may import besides: packages of others. Absent: whatever its workspace declares. */
  packages?: RegExp;
  where: string;
};

const contract = /^packages\/contract\/src\//;
const workout = /^packages\/workout\/src\//;
const pm5 = /^packages\/pm5\/src\//;
const webUi = /^apps\/web\/src\/ui\//;
const webLib = /^apps\/web\/src\/lib\//;
const webFeatureDoor = /^apps\/web\/src\/features\/[a-z]+\/index\.ts$/;
const serverHttp = /^apps\/server\/src\/http\//;
const serverDb = /^apps\/server\/src\/db\//;
const serverLive = /^apps\/server\/src\/live\//;
const serverInfra = /^apps\/server\/src\/infra\//;
const serverMail = /^apps\/server\/src\/infra\/mail\.ts$/;
const serverKeyedQueue = /^apps\/server\/src\/infra\/keyed-queue\.ts$/;
const serverFeatureDoor = /^apps\/server\/src\/features\/[a-z]+\/index\.ts$/;

const rooms: Room[] = [
  {
    files: /^packages\/pm5\/src\//,
    may: [],
    packages: /^$/,
    where: 'packages/pm5 turns bytes into records and back; it knows no DOM, no Node and nothing of ours',
  },
  {
    files: /^packages\/workout\/src\//,
    may: [],
    packages: /^$/,
    where: 'packages/workout is pure workout maths; it knows nothing of ours, and its clock is passed in',
  },
  {
    files: /^packages\/contract\/src\//,
    may: [],
    packages: /^zod\/mini$/,
    where: 'packages/contract is what both sides agree on, written in zod/mini and nothing else',
  },
  {
    files: webUi,
    may: [],
    packages: /^(react|react-dom|@mantine\/.*|@fontsource.*)$/,
    where: 'web/ui is free of the domain: what knows an athlete or a session belongs in a feature',
  },
  {
    files: webLib,
    may: [contract],
    where: 'web/lib serves every feature: it may know the contract, never a feature',
  },
  {
    files: /^apps\/web\/src\/features\/ergometer\//,
    may: [webUi, webLib, contract, workout, pm5, webFeatureDoor],
    where:
      'the ergometer is the only feature that speaks the monitor’s protocol; others enter through an index.ts',
  },
  {
    files: /^apps\/web\/src\/features\//,
    may: [webUi, webLib, contract, workout, webFeatureDoor],
    where:
      'a feature uses ui, lib, contract and workout, and another feature through its index.ts; records and bytes belong in ergometer',
  },
  {
    files: /^apps\/web\/test\//,
    may: [webUi, webLib, contract, webFeatureDoor],
    where:
      'web/test is what the tests of every feature stand on; the fake of one noun belongs in its feature',
  },
  {
    files: /^apps\/web\/src\/app\//,
    may: [/^apps\/web\/src\//, contract],
    where: 'web/app puts the pages together',
  },
  {
    files: serverDb,
    may: [contract],
    where: 'server/db opens the database and holds the tables; SQL belongs in a store',
  },
  {
    files: serverHttp,
    may: [contract],
    where: 'server/http serves the contract’s endpoints; what it serves belongs in a feature',
  },
  {
    files: serverLive,
    may: [contract, serverHttp],
    where: 'server/live carries messages; what they mean belongs in a feature',
  },
  {
    files: /^apps\/server\/src\/infra\/identity\//,
    may: [contract, serverDb, serverHttp, serverMail, serverKeyedQueue],
    where:
      'infra/identity knows who signs in; it may send mail and use the keyed queue, and knows nothing of files',
  },
  {
    files: /^apps\/server\/src\/infra\/files\//,
    may: [contract, serverDb, serverHttp],
    where: 'infra/files keeps bytes; whose they are belongs in a feature',
  },
  {
    files: serverInfra,
    may: [contract, serverDb, serverHttp],
    where: 'server/infra holds ports and adapters, never a feature',
  },
  {
    files: /^apps\/server\/src\/features\//,
    may: [contract, workout, serverDb, serverHttp, serverLive, serverInfra, serverFeatureDoor],
    where:
      'a feature uses contract, workout, db, http, live and infra, and another feature through its index.ts',
  },
  {
    files: /^apps\/server\/src\//,
    may: [/^apps\/server\/src\//, contract],
    where: 'app.ts wires the server; main.ts starts it',
  },
  {
    files: /^e2e\//,
    may: [contract, pm5],
    where: 'e2e drives the running product and never imports its source',
  },
  {
    files: /^bench\//,
    may: [contract, pm5],
    where: 'bench drives the running product and never imports its source',
  },
];

/** Where the work of a server feature goes: a newcomer finds the SQL of clubs in clubs/store.ts. */
const serverFeatureFiles = /^(routes|service|rules|store|live|factory|index|[a-z-]+\.test)\.ts$/;
const nouns = [
  'auth users follows clubs sessions activities strokes statistics feed comments chat files',
  'landing explore ergometer settings product',
]
  .join(' ')
  .split(' ');
const drawers = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'hooks', 'misc', 'shared']);
const linesMax = 450;
const isTest = /\.(test|spec)\.tsx?$/;
/** Stand-ins and builders that only tests import. */
const isTestSupport =
  /(^apps\/(server|web)\/test\/|\/(fake|recorded)[a-z-]*\.ts$|simulated-row\.ts$|factory\.ts$)/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file));
const known = new Set(files);
const problems: string[] = [];
const featureImports = new Map<string, Set<string>>();

for (const file of files) {
  const text = tryRead(file);
  if (text === null) continue;
  checkNames(file);
  if (text.split('\n').length > linesMax && !isTest.test(file)) {
    problems.push(`${file} passes ${linesMax} lines: split its noun`);
  }
  const room = rooms.find(({ files: pattern }) => pattern.test(file));
  if (!room) continue;
  for (const wanted of importsOf(text)) checkImport(file, wanted, room);
}
findFeatureCycles();

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} in the wrong room. ARCHITECTURE.md draws the house.`);
  process.exit(1);
}
console.log(`${files.length} files are where they belong`);

function tryRead(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function checkNames(file: string): void {
  for (const part of file.split('/').slice(0, -1)) {
    if (drawers.has(part)) problems.push(`${file}: "${part}" is a drawer; name the noun it belongs to`);
  }
  const stem = basename(file).split('.')[0] ?? '';
  if (drawers.has(stem)) problems.push(`${file}: "${stem}" is a drawer; name what is in it`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) problems.push(`${file}: file names are kebab-case`);
  const feature = /^apps\/(server|web)\/src\/features\/([^/]+)\/(.+)$/.exec(file);
  if (!feature) return;
  const [, side, noun = '', rest = ''] = feature;
  if (!nouns.includes(noun)) problems.push(`${file}: "${noun}" is not one of the nouns of the house`);
  if (side === 'server' && !serverFeatureFiles.test(rest)) {
    problems.push(`${file}: a server feature has routes, service, rules, store, live, factory and index`);
  }
}

function* importsOf(text: string): Iterable<string> {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\n[^'";]*?)*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;
  for (const match of text.matchAll(pattern)) yield match[1] ?? match[2] ?? match[3] ?? '';
}

/** The file in the repository that an import means, or null for a package of others. */
function resolve(file: string, wanted: string): string | null {
  if (wanted.startsWith('.')) return normalize(join(dirname(file), wanted.split('?')[0] ?? wanted));
  const own = /^@boathouse\/(contract|pm5|workout)\/(.+)$/.exec(wanted);
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : null;
}

function checkImport(file: string, wanted: string, room: Room): void {
  const target = resolve(file, wanted);
  if (target === null) {
    const isFree = room.packages === undefined || isTest.test(file) || isTestSupport.test(file);
    if (!isFree && !room.packages?.test(wanted)) problems.push(`${file} imports ${wanted}: ${room.where}`);
    return;
  }
  if (/\.tsx?$/.test(target) && !known.has(target)) {
    problems.push(`${file} imports ${wanted}, which is not there`);
    return;
  }
  noteFeatureImport(file, target);
  if (isTest.test(file) || isTestSupport.test(file)) {
    checkTestImport(file, wanted, target);
    return;
  }
  if (isTestSupport.test(target) && !file.startsWith('apps/server/src/sample/')) {
    problems.push(`${file} imports ${wanted}, which only tests may`);
  }
  const isSameRoom = sameRoom(file, target, room);
  if (!isSameRoom && !room.may.some((pattern) => pattern.test(target))) {
    problems.push(`${file} imports ${wanted}: ${room.where}`);
  }
}

/** A feature is a room of its own. */
function sameRoom(file: string, target: string, room: Room): boolean {
  const feature = featureOf(file);
  return feature === null ? room.files.test(target) : featureOf(target) === feature;
}

/** Tests may look into their own workspace and use every package, but not reach into another app. */
function checkTestImport(file: string, wanted: string, target: string): void {
  const workspace = workspaceOf(file);
  if (target.startsWith('packages/') || workspaceOf(target) === workspace) return;
  problems.push(`${file} imports ${wanted}: a test stays in its own workspace and the packages`);
}

function workspaceOf(file: string): string {
  return /^(apps|packages)\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0] ?? '';
}

function featureOf(file: string): string | null {
  return /^apps\/(server|web)\/src\/features\/[^/]+/.exec(file)?.[0] ?? null;
}

function noteFeatureImport(file: string, target: string): void {
  if (isTest.test(file) || isTestSupport.test(file)) return;
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
