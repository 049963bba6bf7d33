import { history } from '@boathouse/contract/activities/history';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { apiQuery } from '../../../lib/api-query.ts';
import { createDeviceChoice } from '../../../lib/device-choices/device-choice.ts';
import bar from '../../../ui/bar.module.css';
import { Button } from '../../../ui/button.tsx';
import { useIsInCockpit } from '../../rowing/rowing/index.ts';
import { install, installOffer } from './install-prompt.ts';

/** Whether the user of this device has answered the line. */
export const wasAsked = createDeviceChoice(
  'install-asked',
  (stored) => stored === 'yes',
  (asked) => (asked ? 'yes' : 'no'),
);

/** The app is offered to users who have come back to it. */
const rowsBefore = 2;

const one = { page: '1', pagesize: '1' };
/** Counts the user's activities, so that a completed row counts at once. */
const rowsOf = (userId: string) =>
  queryOptions({
    queryKey: ['activities', 'count', userId],
    ...apiQuery(history.search, { query: { user: userId, ...one } }, ({ count }) => count),
  });

/** Offers to install the app after the second row, once on this device, and not in the cockpit. */
export function InstallLine({ userId }: { userId: string }) {
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  const isAsked = wasAsked.use();
  const isInCockpit = useIsInCockpit();
  const { data: rows = 0 } = useQuery({ ...rowsOf(userId), enabled: isOffered && !isAsked });
  if (!isOffered || isAsked || isInCockpit || rows < rowsBefore) return null;
  return (
    <section aria-label="Install the app" className={bar.bar}>
      <p>Install the app: it opens from its own icon, in a window without the browser's bars.</p>
      <Button
        onClick={() => {
          wasAsked.set(true);
          void install();
        }}
      >
        Install
      </Button>
      <Button look="quiet" onClick={() => wasAsked.set(true)}>
        Not now
      </Button>
    </section>
  );
}
