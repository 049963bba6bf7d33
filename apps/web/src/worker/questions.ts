/** A page sends it with a port, on which the worker returns the path of its build's entry. */
export const buildQuestion = 'build';
