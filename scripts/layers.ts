// Which layer may import which. `check-boundaries.ts` enforces it, and ARCHITECTURE.md shows it.

export type Layer = {
  /** Matches the files of the layer; a file belongs to the first layer that matches it. */
  files: RegExp;
  /** Files of other layers that it may import. It may always import its own. */
  may: RegExp[];
  /** Files of other layers whose types it may import. */
  types?: RegExp[];
  /** Packages that it may import. Without it: every package that its workspace declares. */
  packages?: RegExp;
  /** As in the table of ARCHITECTURE.md. */
  name: string;
  imports: string;
};

const contract = /^packages\/contract\/src\//;
/** The type of a stroke: without a package, like row. */
const contractStroke = /^packages\/contract\/src\/strokes\/stroke\.ts$/;
const workout = /^packages\/workout\/src\//;
const formats = /^packages\/formats\/src\//;
/** How text and tables are read, without knowledge of workouts. */
const formatsTexts = /^packages\/formats\/src\/(decode-text|csv\/rows)\.ts$/;
/** The texts of workouts: the whole package; the part that the server reads and writes; and the types of plans. */
const workoutText = /^packages\/workout-text\/src\//;
const workoutTexts = /^packages\/workout-text\/src\/(parse|describe|past-end)\.ts$/;
const workoutPlan = /^packages\/workout-text\/src\/plan\.ts$/;
const racing = /^packages\/racing\/src\//;
const row = /^packages\/row\/src\//;
const rowReduce = /^packages\/row\/src\/reduce\//;
const rowPlan = /^packages\/row\/src\/plan\//;
const pm5 = /^packages\/pm5\/src\//;
/** The parts that the page's first code may import: no records and no protocol. */
const pm5Words = /^packages\/pm5\/src\/(plan|machine|plausible-heart-rate)\.ts$/;
const webUi = /^apps\/web\/src\/ui\//;
const webStore = /^apps\/web\/src\/lib\/store\.ts$/;
const webLib = /^apps\/web\/src\/lib\//;
const webFeatureIndex = /^apps\/web\/src\/features\/[a-z]+\/[a-z]+\/index\.ts$/;
const serverCaller = /^apps\/server\/src\/http\/caller\.ts$/;
const serverHttp = /^apps\/server\/src\/http\//;
const serverDb = /^apps\/server\/src\/db\//;
const serverLive = /^apps\/server\/src\/live\//;
const serverInfra = /^apps\/server\/src\/infra\//;
const serverMail = /^apps\/server\/src\/infra\/mail\.ts$/;
/** The parts that the processes of an installation share. */
const serverLivePorts = /^apps\/server\/src\/live\/processes\/(bus|room-claims)\.ts$/;
const serverKeyedQueue = /^apps\/server\/src\/infra\/keyed-queue\.ts$/;
const serverSealedText = /^apps\/server\/src\/infra\/sealed-text\.ts$/;
const serverFeatureIndex = /^apps\/server\/src\/features\/[a-z]+\/[a-z]+\/index\.ts$/;

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
    files: workoutText,
    may: [workout, pm5Words],
    packages: /^$/,
    name: 'packages/workout-text',
    imports: 'workout, plain parts of pm5, no package',
  },
  // The parts of a row in their order: each may import those above it, but never one below, not even its types.
  {
    files: rowReduce,
    may: [workout, pm5Words],
    types: [pm5, contractStroke],
    packages: /^$/,
    name: 'packages/row/reduce',
    imports:
      "workout, plain parts of pm5, its types, the contract's stroke as a type, no package; its clock is a parameter",
  },
  {
    files: rowPlan,
    may: [workout, pm5Words, workoutText, rowReduce],
    types: [pm5, contractStroke],
    packages: /^$/,
    name: 'packages/row/plan',
    imports: 'what row/reduce may, row/reduce, workout-text',
  },
  {
    files: /^packages\/row\/src\/crew\//,
    may: [workout, pm5Words, rowReduce],
    packages: /^$/,
    name: 'packages/row/crew',
    imports: 'workout, plain parts of pm5, row/reduce, no package',
  },
  {
    files: /^packages\/row\/src\/life\/kept\//,
    may: [rowReduce, contractStroke],
    packages: /^zod\/mini$/,
    name: 'packages/row/life/kept',
    imports: "row/reduce, the contract's stroke, zod/mini only",
  },
  {
    files: /^packages\/row\/src\/life\//,
    may: [workout, pm5Words, workoutText, rowReduce, rowPlan],
    types: [pm5, contractStroke],
    packages: /^$/,
    name: 'packages/row/life',
    imports: 'what row/plan may, row/plan',
  },
  {
    files: /^packages\/formats\/src\//,
    may: [],
    packages: /^(fflate|papaparse|saxes)$/,
    name: 'packages/formats',
    imports: 'fflate, papaparse and saxes only; its clock is a parameter',
  },
  {
    files: /^packages\/racing\/src\//,
    may: [workout, formatsTexts],
    packages: /^zod\/mini$/,
    name: 'packages/racing',
    imports: 'workout, decode-text and csv/rows of formats, zod/mini only; no clock',
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
    packages: /^(react|react-dom|@fontsource.*|uplot.*|uqr)$/,
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
    files: /^apps\/web\/src\/features\/rowing\/erg\//,
    may: [webUi, webLib, contract, workout, workoutText, row, pm5, webFeatureIndex],
    name: 'web/features/rowing/erg',
    imports: 'as the others, and pm5: it alone',
  },
  {
    files: /^apps\/web\/src\/features\//,
    may: [webUi, webLib, contract, workout, workoutText, racing, row, webFeatureIndex],
    types: [formats],
    name: 'web/features',
    imports:
      'ui, lib, contract, workout, workout-text, racing, row, types of formats, and another feature through its index.ts',
  },
  {
    files: /^apps\/web\/test\//,
    may: [/^apps\/web\/src\//, /^packages\//],
    name: 'apps/web/test',
    imports: 'the web app and the packages; test doubles in a folder by feature, which only tests import',
  },
  {
    files: /^apps\/web\/src\/worker\/archive-worker\.ts$/,
    may: [formats],
    types: [/^apps\/web\/src\/features\/transfers\/imports\//],
    packages: /^$/,
    name: 'web/worker/archive-worker',
    imports: 'formats, no package; types of web/features/transfers/imports',
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
    types: [workoutPlan],
    name: 'server/db',
    imports: 'the contract, types of workout-text/plan',
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
      workoutTexts,
      formats,
      racing,
      serverDb,
      serverHttp,
      serverLive,
      serverInfra,
      serverFeatureIndex,
    ],
    types: [workoutPlan],
    name: 'server/features',
    imports:
      'contract, workout, parse, describe, past-end and the types of plan of workout-text, formats, racing, db, http, live, infra, and another feature through its index.ts',
  },
  {
    files: /^apps\/server\/src\//,
    may: [/^apps\/server\/src\//, contract, workout, workoutTexts],
    types: [workoutPlan],
    name: 'server/app, ops, main, serve, sample',
    imports: 'the server, contract, workout, parse, describe, past-end and the types of plan of workout-text',
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

/** Writes a table in Markdown as the formatter does. */
export function markdownTable(head: string[], body: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0)),
  );
  const lineOf = (cells: string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...body.map(lineOf)].join('\n');
}
