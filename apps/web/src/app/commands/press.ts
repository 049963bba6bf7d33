/** `after`: the key pressed shortly before, as the first of two. `atMs` is monotonic. */
export type Press = { key: string; after: string; atMs: number };

/** Elements that take letters themselves. */
export const takesKeys = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';
