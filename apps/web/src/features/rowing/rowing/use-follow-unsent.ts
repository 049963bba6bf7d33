import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { unsentResults } from '../../../lib/kept/unsent-results.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { findKeptResults } from './run/kept-result.ts';
import { rowNotes } from './run/rows-mark.ts';

/** The pages where an athlete looks for the last result. */
const pages = ['/dashboard', '/training/activity'];
/** How often the page checks whether they were sent. */
const lookEveryMs = 5_000;

/**
 * Follows which results this device keeps until they are sent, on the pages that list results, and loads the sent ones.
 */
export function useFollowUnsent(): void {
  const user = useCurrentUser();
  const client = useQueryClient();
  const isListed = pages.includes(useLocation().pathname);
  useEffect(() => () => unsentResults.set([]), []);
  useEffect(() => {
    if (!isListed) return;
    let isGone = false;
    async function look(): Promise<void> {
      const hasRows = Object.keys(rowNotes.read(user._id)).length > 0;
      const found = hasRows ? await findKeptResults(user) : [];
      if (isGone) return;
      const before = unsentResults.get();
      const next = found.map(({ activity }) => activity);
      if (idsOf(next) === idsOf(before)) return;
      unsentResults.set(next);
      const isSent = before.some(({ _id }) => !next.some((each) => each._id === _id));
      if (isSent) await client.invalidateQueries({ queryKey: ['activities'] });
    }
    const start = () =>
      void look().catch((error: unknown) => console.warn("This device's journal could not be read", error));
    start();
    const timer = setInterval(start, lookEveryMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [client, isListed, user]);
}

const idsOf = (results: ReadonlyArray<{ _id: string }>) => results.map(({ _id }) => _id).join();
