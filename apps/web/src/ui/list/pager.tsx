import { Stepper } from '../stepper.tsx';

/** Shows `2 of 5` with buttons to the previous and next page. Pages are counted from 1. */
export function Pager(props: { page: number; pages: number; onPage: (page: number) => void }) {
  const { page, pages, onPage } = props;
  return (
    <nav aria-label="Pages">
      <Stepper
        previousLabel="Previous page"
        nextLabel="Next page"
        hasPrevious={page > 1}
        hasNext={page < pages}
        onStep={(step) => onPage(page + step)}
      >
        {page} of {pages}
      </Stepper>
    </nav>
  );
}
