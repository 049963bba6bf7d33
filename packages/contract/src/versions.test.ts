import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { api } from './api.ts';
import * as chat from './chat.ts';
import { apiVersion, type Endpoint } from './endpoint.ts';
import * as live from './live.ts';
import * as crewMonitors from './live/crew-monitors.ts';
import { encodeFrame } from './live/frame.ts';
import { encodeAcknowledgement, encodeSample, packedKinds } from './live/messages.ts';
import * as nudges from './live/nudges.ts';
import * as liveRaces from './live/races.ts';

const history = readFileSync(new URL('../versions.md', import.meta.url), 'utf8');

type Line = { version: number; hash: string; change: string };

/** The lines of a table of versions.md, oldest first. */
function linesOf(heading: string): Line[] {
  const [, after = ''] = history.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^\| (\d+) +\| `(\w+)` \| (.+?) +\|$/gm)].map(
    ([, version, hash = '', change = '']) => ({
      version: Number(version),
      hash,
      change,
    }),
  );
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

const shapeOf = (schema: z.core.$ZodType | undefined, io: 'input' | 'output') =>
  schema === undefined ? null : z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** The facts about each call that a client of the API must know, by its method and path. */
const calls = Object.values(api)
  .flatMap((ofNoun): Endpoint[] => Object.values(ofNoun))
  .map(({ method, path, params, query, body, response, consumes, produces }) => ({
    call: `${method} ${path}`,
    params: shapeOf(params, 'input'),
    query: shapeOf(query, 'input'),
    body: shapeOf(body, 'input'),
    // It has the form that a page reads.
    response: shapeOf(response, 'output'),
    consumes,
    produces,
  }))
  .toSorted((one, two) => (one.call < two.call ? -1 : 1));

const messages = [live, chat, crewMonitors, nudges, liveRaces]
  .flatMap((module) => Object.entries<unknown>(module))
  .flatMap(([name, value]) =>
    value instanceof z.core.$ZodType ? [[name, shapeOf(value, 'input')] as const] : [],
  )
  .toSorted(([one], [two]) => one.localeCompare(two));

const room = '018f0000-0000-7000-8000-000000000001';
const activity = '018f0000-0000-7000-8000-000000000002';
const smallest: live.LiveSample = {
  phase: 'waiting',
  elapsedTime: 0,
  distance: 0,
  currentPace: null,
  averagePace: null,
  strokeRate: 0,
  heartRate: null,
  isSimulated: false,
};
/** Each value has different bytes, so that the test notices two values in the wrong order. */
const largest: live.LiveSample = {
  phase: 'resting',
  elapsedTime: 1_234.56,
  distance: 5_432.1,
  currentPace: 105.3,
  averagePace: 106.7,
  strokeRate: 31,
  heartRate: 171,
  isSimulated: true,
  power: 299,
  dragFactor: 131,
  interval: 3,
  left: { kind: 'rest', value: 62.5 },
  projected: { kind: 'distance', value: 1_999.9 },
  lastSplit: { number: 2, time: 95.1, distance: 500.5, pace: 94.9 },
  unsent: 17,
  inTarget: false,
};
const position = { epoch: 0x01_02_03_04, seq: 300 };
const packed = [
  packedKinds,
  ...[smallest, largest].flatMap((sample) => [
    encodeSample({ activity, acknowledged: null, sample }),
    encodeSample({ activity, acknowledged: position, sample }),
  ]),
  encodeAcknowledgement({ room, acknowledged: position }),
  encodeFrame({
    ...position,
    room,
    isKeyframe: true,
    tickMs: 250,
    rows: [
      { index: 0, activity, ageMs: 40, sample: smallest },
      { index: 1, activity: null, ageMs: 1_500, sample: largest },
    ],
  }),
].map((each) => (each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each));

const channels = [
  { heading: 'HTTP API', number: 'apiVersion', current: apiVersion, hash: hashOf(calls) },
  {
    heading: 'Live channel',
    number: 'liveProtocol',
    current: live.liveProtocol,
    hash: hashOf([live.liveEvents, live.rowPhases, messages, packed]),
  },
];

describe.each(channels)('the shapes of the $heading', ({ heading, number, current, hash }) => {
  test('match the newest line of versions.md', () => {
    const newest = linesOf(heading).at(-1);
    expect(
      { version: newest?.version, hash: newest?.hash },
      `The shapes of the ${heading} have changed. If a page or server of the version before does not understand it, raise ${number}. ` +
        `Then add a line to packages/contract/versions.md: | ${current} | \`${hash}\` | what changed, who understands it |`,
    ).toEqual({ version: current, hash });
  });

  test('have versions that never decrease, each with its own sentence', () => {
    const lines = linesOf(heading);
    const versions = lines.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((one, two) => one - two));
    for (const { change } of lines) expect(change).toMatch(/^[A-Z].{10,}\.$/);
    expect(new Set(lines.map(({ change }) => change)).size).toBe(lines.length);
  });
});

test('the largest sample has each field of a sample', () => {
  expect(Object.keys(largest).toSorted()).toEqual(Object.keys(live.LiveSampleSchema.shape).toSorted());
});
