import type { LiveSample } from '@boathouse/contract/live';
import { useEffect, useState } from 'react';
import { CrewLanes } from '../../src/features/rowing/room/crew/crew-lanes.tsx';
import { RowerGrid } from '../../src/features/rowing/room/grid/rower-grid.tsx';
import { Cockpit } from '../../src/features/rowing/rowing/cockpit/cockpit.tsx';
import type { PlanReading } from '../../src/features/rowing/rowing/cockpit/cockpit-plan.ts';
import type { CockpitReading } from '../../src/features/rowing/rowing/cockpit/cockpit-reading.ts';
import { Button } from '../../src/ui/button.tsx';
import { enterRoom, rowingSample } from '../room/rowing-room.ts';
import { long, type Example, type Words } from './example.ts';
import styles from './gallery.module.css';

const reading: CockpitReading = {
  phase: 'rowing',
  elapsedSec: 754.3,
  distanceM: 3127.4,
  left: { kind: 'distance', distanceM: 1872.6 },
  machine: 'rower',
  paceSec: 118.4,
  averagePaceSec: 120.6,
  strokeRateSpm: 24,
  heartRateBpm: 152,
  powerW: 211.2,
  calories: 88,
  dragFactor: 112,
  projection: null,
  splits: [],
};

const plan: PlanReading = {
  position: null,
  next: null,
  targets: [],
  metronomeSpm: null,
  plannedRestSec: null,
  share: 0.625,
  places: { targets: [], position: false, end: true },
};

type CockpitProps = Parameters<typeof Cockpit>[0];
type CockpitCase = Partial<Pick<CockpitProps, 'reading' | 'notice'>> & {
  row?: Partial<CockpitProps['row']>;
  erg?: Partial<CockpitProps['erg']>;
};

const saving = { unsentStrokes: 0, refusedStrokes: 0, awayForSec: null, remedy: null, refusal: null };
const erg = { connection: 'connected', silentForSec: null, isReconnecting: false, isLent: false } as const;

const cockpit = ({ title }: Words, { row, erg: ownErg, ...parts }: CockpitCase) => (
  <div className={styles.glass}>
    <Cockpit
      row={{ workout: title, isSimulated: false, stage: 'rowing', saving, ...row }}
      erg={{ ...erg, ...ownErg }}
      reading={reading}
      plan={plan}
      actions={<Button size="touch">Finish</Button>}
      {...parts}
    />
  </div>
);

function useRoom(names: readonly string[], samples: readonly LiveSample[]) {
  const [entered] = useState(() => enterRoom(names));
  useEffect(() => {
    const send = () =>
      entered.sendFrameOf(
        Object.fromEntries(
          samples.flatMap((sample, at) => (names[at] === undefined ? [] : [[names[at], sample]])),
        ),
      );
    send();
    // Silent athletes look different after some seconds.
    const timer = setInterval(send, 500);
    return () => clearInterval(timer);
  }, [entered, names, samples]);
  return entered;
}

const crewSamples = [
  rowingSample(640, { currentPace: 112, strokeRate: 26, heartRate: 161 }),
  rowingSample(612, { currentPace: 118, strokeRate: 24, isSimulated: true }),
  rowingSample(590, { currentPace: 121.5, strokeRate: 22, heartRate: 148 }),
];

function Crew({ names }: { names: readonly string[] }) {
  const { room, activities } = useRoom(names, crewSamples);
  return (
    <div className={styles.water}>
      <CrewLanes workout="2000m" activities={activities} room={room} viewerId="" own={null} />
    </div>
  );
}

function Grid({ names }: { names: readonly string[] }) {
  const { room, activities } = useRoom(names, crewSamples);
  return (
    <RowerGrid
      workout="2000m"
      activities={activities}
      results={[]}
      room={room}
      viewerId=""
      mayManage={false}
      staleMinutesOf={() => null}
    />
  );
}

const namesOf = (words: Words) => [words.name, words.otherName, 'Cem'];

/** The screen while athletes row. */
export const live: Example[] = [
  {
    component: 'rowing/cockpit',
    isWide: true,
    cases: [
      { name: 'rowing', show: (words) => cockpit(words, {}) },
      { name: 'before the first stroke', show: (words) => cockpit(words, { reading: null }) },
      {
        name: 'connection lost',
        show: (words) => cockpit(words, { erg: { connection: 'disconnected', isReconnecting: true } }),
      },
      {
        name: 'not sent',
        show: (words) =>
          cockpit(words, {
            row: { saving: { ...saving, unsentStrokes: 142, awayForSec: 95 } },
          }),
      },
      {
        name: 'long',
        words: long,
        show: (words) => cockpit(words, { notice: { text: words.sentence }, row: { isSimulated: true } }),
      },
    ],
  },
  {
    component: 'room/crew-lanes',
    isWide: true,
    cases: [
      { name: 'full', show: (words) => <Crew names={namesOf(words)} /> },
      { name: 'long', words: long, show: (words) => <Crew names={namesOf(words)} /> },
    ],
  },
  {
    component: 'room/rower-grid',
    isWide: true,
    cases: [
      { name: 'full', show: (words) => <Grid names={namesOf(words)} /> },
      { name: 'long', words: long, show: (words) => <Grid names={namesOf(words)} /> },
    ],
  },
];
