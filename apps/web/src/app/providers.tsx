import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { formatTime } from '../lib/format.ts';
import { Toasts } from '../ui/toasts.tsx';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

export function Providers() {
  return (
    <>
      <RouterProvider router={router} />
      <Toasts formatTime={formatTime} />
    </>
  );
}
