import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './providers.tsx';

export function showApp(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );
}
