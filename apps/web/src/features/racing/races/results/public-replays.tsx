import type { PublicReplay, RaceResultRow } from '@boathouse/contract/races/results';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isNotThere } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { ReplayPlayer, type RowToReplay } from '../../../rowing/replay/index.ts';
import { replayOfPage } from '../api.ts';
import { roundWords } from '../race-words.ts';
import styles from './results.module.css';

export type RankedRace = Pick<RaceResultRow, 'race' | 'round' | 'number'>;

type PublicReplaysProps = { pageKey: string; races: readonly RankedRace[] };

/** A button for each race, which opens its replay below them: one at a time. */
export function PublicReplays({ pageKey, races }: PublicReplaysProps) {
  const [open, setOpen] = useState<string | null>(null);
  if (races.length === 0) return null;
  return (
    <div className={styles.replays}>
      <div className={styles.replayButtons}>
        {races.map((race) => (
          <Button
            key={race.race}
            aria-expanded={open === race.race}
            onClick={() => setOpen(open === race.race ? null : race.race)}
          >
            Replay {roundWords(race).toLowerCase()}
          </Button>
        ))}
      </div>
      {open !== null && <PublicReplayOf key={open} pageKey={pageKey} race={open} />}
    </div>
  );
}

function PublicReplayOf({ pageKey, race }: { pageKey: string; race: string }) {
  const { data, error, refetch } = useQuery(replayOfPage(pageKey, race));
  const rows = useMemo(() => (data === undefined ? [] : rowsOf(data)), [data]);
  if (data === undefined) {
    if (isNotThere(error)) return <Nothing>This race has no published result at the moment.</Nothing>;
    return error === null ? (
      <Loading label="Loading the replay" lines={4} />
    ) : (
      <Unavailable onRetry={() => void refetch()}>The replay couldn't be loaded.</Unavailable>
    );
  }
  if (rows.length === 0) {
    return <Nothing>There is nothing to replay: the strokes were not stored, only the results.</Nothing>;
  }
  return <ReplayPlayer rows={rows} />;
}

function Nothing({ children }: { children: string }) {
  return (
    <Empty>
      <p>{children}</p>
    </Empty>
  );
}

/** The lanes of a public replay have no ids: their numbers identify them. */
function rowsOf({ workout, rows }: PublicReplay): RowToReplay[] {
  return rows
    .filter(({ moments }) => moments.length > 0)
    .map(({ lane, moments, ...result }) => ({
      result: { ...result, workout, activityId: `lane ${lane}` },
      strokes: moments.map((moment) => ({ ...moment, heartRate: null })),
    }));
}
