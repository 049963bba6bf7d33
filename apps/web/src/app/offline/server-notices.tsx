import { InstalledApp } from '../../features/site/installed/index.ts';
import { AdministratorWarnings } from '../administration/administrator-warnings.tsx';
import { VersionNotice } from '../version-notice.tsx';
import { LostNotice } from './lost-notice.tsx';
import { NewBuildNotice } from './new-build-notice.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import { useFollowUnsent } from '../../features/rowing/rowing/use-follow-unsent.ts';
import { UnavailableReason } from './unavailable-reason.ts';
import { useReadAhead } from './use-read-ahead.ts';

/**
 * Shows that the server is unavailable or that a new version exists, reads ahead for the time without it, and serves an
 * installed app.
 */
export function ServerNotices() {
  useReadAhead();
  useFollowUnsent();
  return (
    <>
      <VersionNotice />
      <OfflineNotice />
      <UnavailableReason />
      <LostNotice />
      <WaitingNotice />
      <NewBuildNotice />
      <AdministratorWarnings />
      <InstalledApp />
    </>
  );
}
