import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { formatTime } from '../lib/format.ts';
import { Toasts } from '../ui/toasts.tsx';

export function Providers({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <>
      <RouterProvider router={router} />
      <Toasts formatTime={formatTime} />
    </>
  );
}
