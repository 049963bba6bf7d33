import '@fontsource-variable/archivo/wdth.css';
import '../../src/ui/theme.css';
import '../../src/ui/forced-colors.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { CurrentUserProvider, currentUserQuery, loginQuery } from '../../src/features/people/auth/index.ts';
import { RoomsContext, type Rooms } from '../../src/features/rowing/room/room-provider.tsx';
import { formatTime } from '../../src/lib/format.ts';
import { modes } from '../../src/ui/appearance.ts';
import { Toasts } from '../../src/ui/toasts.tsx';
import { mara } from '../people.ts';
import { answer } from './answers.ts';
import { Gallery } from './gallery.tsx';

globalThis.fetch = answer;

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const login = { id: mara.uid, email: 'mara@example.com', name: mara.displayName };
client.setQueryData(loginQuery.queryKey, login);
client.setQueryData(currentUserQuery(login).queryKey, mara);

const refuse = () => {
  throw new Error('The gallery has no rooms');
};
const rooms: Rooms = {
  roomOf: refuse,
  clockOf: refuse,
  holdRoom: () => () => {},
  onEvent: () => () => {},
  ask: async () => ({ ok: true }),
};

const query = new URLSearchParams(location.search);
const only = query.get('only');
const mode = modes.find((each) => each === query.get('mode')) ?? null;

const router = createMemoryRouter([{ path: '*', element: <Gallery only={only} mode={mode} /> }]);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <CurrentUserProvider login={login} pending={null} renderUnavailable={() => null}>
        <RoomsContext value={rooms}>
          <RouterProvider router={router} />
        </RoomsContext>
      </CurrentUserProvider>
    </QueryClientProvider>
    <Toasts formatTime={formatTime} />
  </StrictMode>,
);
