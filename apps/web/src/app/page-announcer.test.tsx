// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { PageAnnouncer } from './page-announcer.tsx';
import { Root } from './root.tsx';

afterEach(cleanup);

function Frame() {
  const pageRef = useRef<HTMLDivElement>(null);
  return (
    <>
      <Link to="/rower">In the header</Link>
      <div ref={pageRef} tabIndex={-1} data-testid="page">
        <Outlet />
      </div>
      <PageAnnouncer page={pageRef} />
    </>
  );
}

const List = () => (
  <main>
    <h1>Athletes</h1>
    <Link to="/rower">In the page</Link>
  </main>
);
const Rower = ({ name }: { name: string | null }) =>
  name === null ? (
    <p>Loading</p>
  ) : (
    <h1>
      <span aria-hidden="true">BS</span>
      {name}
    </h1>
  );

function open(name: string | null = 'Ben Scull') {
  const children = [
    { path: '/', element: <List /> },
    { path: '/rower', element: <Rower name={name} /> },
  ];
  render(<RouterProvider router={createMemoryRouter([{ element: <Frame />, children }])} />);
}
const said = () => screen.getByRole('status').textContent;
const press = (name: string) => {
  const link = screen.getByRole('link', { name });
  link.focus();
  fireEvent.click(link);
};

test('does not announce the first page, which the browser announces', () => {
  open();
  expect(said()).toBe('');
});

test('moves lost focus to the heading of a new page, which is not announced twice', async () => {
  open();
  press('In the page');
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Ben Scull' }));
  expect(said()).toBe('');
});

test('focuses the heading of the page that another layout begins with', async () => {
  const layouts = [
    { path: '/', element: <Link to="/rower">Sign up</Link> },
    { element: <Frame />, children: [{ path: '/rower', element: <Rower name="Ben Scull" /> }] },
  ];
  render(<RouterProvider router={createMemoryRouter(layouts)} />);
  press('Sign up');
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Ben Scull' }));
});

test('announces a new page by its heading, and keeps the focus on a link that stays in the page', async () => {
  open();
  press('In the header');
  expect(await screen.findByRole('heading', { name: 'Ben Scull' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'In the header' }));
  expect(said()).toBe('Ben Scull');
});

test('keeps lost focus in a page that loads later until its heading appears', async () => {
  open(null);
  press('In the page');
  expect(await screen.findByText('Loading')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByTestId('page'));
  const heading = Object.assign(document.createElement('h1'), { textContent: 'Ben' });
  screen.getByText('Loading').replaceWith(heading);
  await act(async () => {});
  expect(document.activeElement).toBe(heading);
});

test('announces a page that loads later when its heading appears', async () => {
  open(null);
  press('In the header');
  expect(await screen.findByText('Loading')).toBeTruthy();
  expect(said()).toBe('');
  screen
    .getByText('Loading')
    .replaceWith(Object.assign(document.createElement('h1'), { textContent: 'Ben' }));
  await act(async () => {});
  expect(said()).toBe('Ben');
});

test('shows on the previous page that the next page is loading', async () => {
  let arrive = () => {};
  const coming = new Promise<object>((resolve) => {
    arrive = () => resolve({ element: <h1>Here</h1> });
  });
  const children = [
    { path: '/', element: <List /> },
    { path: '/rower', lazy: () => coming },
  ];
  render(<RouterProvider router={createMemoryRouter([{ Component: Root, children }])} />);
  press('In the page');
  expect((await screen.findByRole('status')).textContent).toBe('Loading');
  expect(screen.getByRole('heading', { name: 'Athletes' })).toBeTruthy();
  arrive();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});
