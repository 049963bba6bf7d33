// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NativeSelect, Textarea, TextInput } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

afterEach(cleanup);

const textOf = (id: string) => document.getElementById(id)?.textContent;
const describing = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').map(textOf);

test('a label names each kind of field, and the error is the last thing that describes it', () => {
  const given = { description: 'Shown to others', error: 'Too long' };
  render(
    <>
      <p id="hint">Of the form</p>
      <TextInput label="Title" required aria-describedby="hint" {...given} />
      <Textarea label="Text" {...given} />
      <NativeSelect label="Club" data={['Harbour', { value: 'x', label: 'Lake' }]} {...given} />
      <PasswordInput label="Password" {...given} />
    </>,
  );
  expect(describing(screen.getByLabelText(/^Title/))).toEqual(['Of the form', 'Shown to others', 'Too long']);
  for (const label of ['Text', 'Club', 'Password']) {
    const control = screen.getByLabelText(label);
    expect(describing(control)).toEqual(['Shown to others', 'Too long']);
    expect(control.getAttribute('aria-invalid')).toBe('true');
  }
});

test('a field without an error is not invalid, and nothing describes it', () => {
  render(<TextInput label="Title" error="" />);
  const control = screen.getByLabelText('Title');
  expect(control.getAttribute('aria-invalid')).toBeNull();
  expect(control.getAttribute('aria-describedby')).toBeNull();
});

test('a password is shown and hidden by a button that the keyboard reaches', () => {
  render(<PasswordInput label="Password" />);
  const control = screen.getByLabelText('Password');
  const toggle = screen.getByRole('button', { name: 'Show password', pressed: false });
  expect(toggle.tabIndex).toBe(0);
  expect(control.getAttribute('type')).toBe('password');
  fireEvent.click(toggle);
  expect(control.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Show password', pressed: true }));
  expect(control.getAttribute('type')).toBe('password');
});
