import { accountsAttempts } from './attempts-accounts.ts';
import { administrationAttempts } from './attempts-administration.ts';
import { authAttempts } from './attempts-auth.ts';
import { clubsAttempts } from './attempts-clubs.ts';
import { entryAttempts } from './attempts-entries.ts';
import { feedAttempts } from './attempts-feed.ts';
import { filesAttempts } from './attempts-files.ts';
import { notificationsAttempts } from './attempts-notifications.ts';
import { raceAttemptsOf } from './attempts-races.ts';
import { reportsAttempts } from './attempts-reports.ts';
import { sessionsAttempts } from './attempts-sessions.ts';
import { statisticsAttempts } from './attempts-statistics.ts';
import { syncAttempts } from './attempts-sync.ts';
import { testAttempts } from './attempts-tests.ts';
import { tokensAttempts } from './attempts-tokens.ts';
import { transferAttempts } from './attempts-transfers.ts';
import type { Attempt, useAuthorizationFixture } from './authorization-fixture.ts';
import type { EndpointKey } from './matrix.ts';

/** How each call is tried. */
export function attemptsWith(
  fixture: ReturnType<typeof useAuthorizationFixture>,
): Record<EndpointKey, Attempt> {
  return {
    ...accountsAttempts(fixture),
    ...authAttempts(fixture),
    ...tokensAttempts(fixture),
    ...clubsAttempts(fixture),
    ...sessionsAttempts(fixture),
    ...statisticsAttempts(fixture),
    ...feedAttempts(fixture),
    ...notificationsAttempts(fixture),
    ...filesAttempts(fixture),
    ...administrationAttempts(fixture),
    ...reportsAttempts(fixture),
    ...entryAttempts(fixture),
    ...testAttempts(fixture),
    ...transferAttempts(fixture),
    ...syncAttempts(fixture),
    ...raceAttemptsOf(fixture),
  };
}
