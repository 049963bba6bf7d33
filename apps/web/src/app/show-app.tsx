import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readFirstData } from '../lib/first-data.ts';
import { Providers } from './providers.tsx';

export function showApp(): void {
  readFirstData();
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );
}
