/** `after`: the previous key, as the first of two. `atMs` is monotonic. */
export type Press = { key: string; after: string; atMs: number };

/** Elements that accept letters themselves. */
export const takesKeys = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';
