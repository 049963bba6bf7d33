import { useState } from 'react';
import { LoginPage } from '../../features/people/auth/login-page.tsx';
import { isSharedDevice } from '../../features/people/devices/shared-mark.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { PageLoading } from '../page-loading.tsx';

const WhoRows = lazyPart<{ renderForm: () => React.ReactNode }>({
  name: 'The list of this device',
  load: async () => (await loadChunk(() => import('../../features/people/devices/index.ts'))).WhoRows,
  waiting: <PageLoading />,
});

/** The log-in page: on a shared device, first the list of the athletes who chose it. */
export function LogIn() {
  const [isShared] = useState(isSharedDevice);
  return isShared ? <WhoRows renderForm={() => <LoginPage />} /> : <LoginPage />;
}
