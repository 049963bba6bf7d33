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

test('the page that one comes to first is not said: the browser does', () => {
  open();
  expect(said()).toBe('');
});

test('a page in the place of another is said by its heading, and takes the focus that went with the old one', async () => {
  open();
  press('In the page');
  expect(await screen.findByRole('heading', { name: 'Ben Scull' })).toBeTruthy();
  expect(said()).toBe('Ben Scull');
  expect(document.activeElement).toBe(screen.getByTestId('page'));
});

test('the focus stays on a link that stays', async () => {
  open();
  press('In the header');
  expect(await screen.findByRole('heading', { name: 'Ben Scull' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'In the header' }));
});

test('a page that has to load first is said when it has its heading', async () => {
  open(null);
  press('In the page');
  expect(await screen.findByText('Loading')).toBeTruthy();
  expect(said()).toBe('');
  screen
    .getByText('Loading')
    .replaceWith(Object.assign(document.createElement('h1'), { textContent: 'Ben' }));
  await act(async () => {});
  expect(said()).toBe('Ben');
});

test('while the next page is on its way the one before says so', async () => {
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
