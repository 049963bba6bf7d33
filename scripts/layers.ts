// Which layer may import which. `check-boundaries.ts` enforces it, and ARCHITECTURE.md shows it.

export type Layer = {
  /** Matches the files of the layer; a file belongs to the first layer that matches it. */
  files: RegExp;
  /** Files of other layers that it may import. Its own are always allowed. */
  may: RegExp[];
  /** Files of other layers of which it may import types. */
  types?: RegExp[];
  /** Packages that it may import. Absent: every package that its workspace declares. */
  packages?: RegExp;
  /** As in the table of ARCHITECTURE.md. */
  name: string;
  imports: string;
};

const contract = /^packages\/contract\/src\//;
/** The type of a stroke: without a package, as row is. */
const contractStroke = /^packages\/contract\/src\/strokes\/stroke\.ts$/;
const workout = /^packages\/workout\/src\//;
const formats = /^packages\/formats\/src\//;
const row = /^packages\/row\/src\//;
const pm5 = /^packages\/pm5\/src\//;
/** What the page's first code may have of it: neither records nor protocol. */
const pm5Words = /^packages\/pm5\/src\/(plan|machine|plausible-heart-rate)\.ts$/;
const rowPlans = /^packages\/row\/src\/(text|text\/describe|plan)\.ts$/;
const webUi = /^apps\/web\/src\/ui\//;
const webStore = /^apps\/web\/src\/lib\/store\.ts$/;
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
const serverSealedText = /^apps\/server\/src\/infra\/sealed-text\.ts$/;
const serverFeatureIndex = /^apps\/server\/src\/features\/[a-z]+\/index\.ts$/;

export const layers: readonly Layer[] = [
  {
    files: /^packages\/pm5\/src\//,
    may: [],
    packages: /^$/,
    name: 'packages/pm5',
    imports: 'no other workspace and no package',
  },
  {
    files: /^packages\/workout\/src\//,
    may: [],
    packages: /^$/,
    name: 'packages/workout',
    imports: 'no other workspace and no package; its clock is a parameter',
  },
  {
    files: row,
    may: [workout, pm5Words],
    types: [pm5, contractStroke],
    packages: /^$/,
    name: 'packages/row',
    imports:
      "workout, plain parts of pm5, its types, the contract's stroke as a type, no package; its clock is a parameter",
  },
  {
    files: /^packages\/formats\/src\//,
    may: [],
    packages: /^(fflate|papaparse|saxes)$/,
    name: 'packages/formats',
    imports: 'fflate, papaparse and saxes only; its clock is a parameter',
  },
  {
    files: /^packages\/contract\/src\//,
    may: [],
    packages: /^zod\/mini$/,
    name: 'packages/contract',
    imports: 'zod/mini only',
  },
  {
    files: webUi,
    may: [webStore],
    packages: /^(react|react-dom|@fontsource.*|uplot.*|qrcode.react)$/,
    name: 'web/ui',
    imports: 'lib/store.ts, React, fonts, uPlot and QR codes only',
  },
  {
    files: webLib,
    may: [contract],
    name: 'web/lib',
    imports: 'the contract',
  },
  {
    files: /^apps\/web\/src\/features\/erg\//,
    may: [webUi, webLib, contract, workout, row, pm5, webFeatureIndex],
    name: 'web/features/erg',
    imports: 'as the others, and pm5: it alone',
  },
  {
    files: /^apps\/web\/src\/features\//,
    may: [webUi, webLib, contract, workout, row, webFeatureIndex],
    name: 'web/features',
    imports: 'ui, lib, contract, workout, row, and another feature through its index.ts',
  },
  {
    files: /^apps\/web\/test\//,
    may: [/^apps\/web\/src\//, /^packages\//],
    name: 'apps/web/test',
    imports: 'the web app and the packages; test doubles in a folder by feature, which only tests import',
  },
  {
    files: /^apps\/web\/src\/worker\//,
    may: [contract],
    packages: /^$/,
    name: 'web/worker',
    imports: 'the contract, no package',
  },
  {
    files: /^apps\/web\/src\/app\//,
    may: [/^apps\/web\/src\//, contract],
    name: 'web/app',
    imports: 'the web app, contract',
  },
  {
    files: serverDb,
    may: [contract],
    types: [/^packages\/row\/src\/plan\.ts$/],
    name: 'server/db',
    imports: 'the contract, types of row/plan',
  },
  {
    files: serverHttp,
    may: [contract],
    name: 'server/http',
    imports: 'the contract',
  },
  {
    files: serverLive,
    may: [contract, serverHttp],
    name: 'server/live',
    imports: 'contract, http',
  },
  {
    files: /^apps\/server\/src\/infra\/identity\//,
    may: [contract, serverDb, serverCaller, serverMail, serverKeyedQueue, serverSealedText],
    name: 'server/infra/identity',
    imports: 'contract, db, http/caller, mail, keyed-queue and sealed-text',
  },
  {
    files: /^apps\/server\/src\/infra\/files\//,
    may: [contract, serverDb, serverHttp],
    name: 'server/infra/files',
    imports: 'contract, db, http',
  },
  {
    files: serverInfra,
    may: [contract, serverDb, serverHttp, serverLivePorts],
    name: 'server/infra',
    imports: 'contract, db, http, the ports bus and room-claims of live/processes',
  },
  {
    files: /^apps\/server\/src\/features\//,
    may: [
      contract,
      workout,
      rowPlans,
      formats,
      serverDb,
      serverHttp,
      serverLive,
      serverInfra,
      serverFeatureIndex,
    ],
    name: 'server/features',
    imports:
      'contract, workout, row/text, row/text/describe, row/plan, formats, db, http, live, infra, and another feature through its index.ts',
  },
  {
    files: /^apps\/server\/src\//,
    may: [/^apps\/server\/src\//, contract, workout, rowPlans],
    name: 'server/app, ops, main, serve, sample',
    imports: 'the server, contract, workout, row/text, row/text/describe, row/plan',
  },
  {
    files: /^e2e\//,
    may: [contract, pm5],
    name: 'e2e',
    imports: 'contract, pm5; it drives the running product and never imports its source',
  },
  {
    files: /^bench\//,
    may: [contract, pm5],
    name: 'bench',
    imports: "contract, pm5; it measures the running product and never imports an app's source",
  },
];

/** Returns the rule that an import breaks, in a sentence. */
export function ruleOf({ name, imports }: Layer): string {
  return `${name} may import ${imports}`;
}

/** The table of ARCHITECTURE.md. */
export function layersTable(): string {
  return markdownTable(
    ['from', 'may import'],
    layers.map(({ name, imports }) => [name, imports]),
  );
}

type Line = [first: string, second: string];

/** Writes a table in Markdown as the formatter does. */
export function markdownTable(head: Line, body: Line[]): string {
  const rows = [head, ...body];
  const first = Math.max(...rows.map(([cell]) => cell.length));
  const second = Math.max(...rows.map(([, cell]) => cell.length));
  const lineOf = ([from, to]: Line) => `| ${from.padEnd(first)} | ${to.padEnd(second)} |`;
  return [lineOf(head), `| ${'-'.repeat(first)} | ${'-'.repeat(second)} |`, ...body.map(lineOf)].join('\n');
}
