import { InstalledApp } from '../../features/installed/index.ts';
import { AdministratorWarnings } from '../administration/administrator-warnings.tsx';
import { VersionNotice } from '../version-notice.tsx';
import { LostNotice } from './lost-notice.tsx';
import { NewBuildNotice } from './new-build-notice.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import { useFollowUnsent } from '../../features/rowing/use-follow-unsent.ts';
import { UnavailableReason } from './unavailable-reason.ts';
import { useKeeping } from './use-keeping.ts';

/** Says that the server is away or that a new version is there, keeps what is read for the time without it, and serves an installed app. */
export function ServerNotices() {
  useKeeping();
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
