import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { readFirstData } from '../lib/first-data.ts';
import { watchPresses } from '../lib/timing/press-shown.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

export function showApp(): void {
  readFirstData();
  watchPresses();
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  // Begins to load the page's modules.
  const router = createBrowserRouter(routes);
  createRoot(root).render(
    <StrictMode>
      <Providers router={router} />
    </StrictMode>,
  );
}
