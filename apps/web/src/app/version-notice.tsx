import { useIsInCockpit } from '../features/rowing/rowing/index.ts';
import { useVersionSkew } from '../lib/server/version-skew.ts';
import { Button } from '../ui/button.tsx';
import styles from '../ui/bar.module.css';
import { productName } from './product.ts';

/** Offers to reload a page of another version than the server's, but not in the cockpit. */
export function VersionNotice() {
  const skew = useVersionSkew();
  const isInCockpit = useIsInCockpit();
  const isReloadable = (skew === 'pageTooOld' || skew === 'differs') && !isInCockpit;
  return (
    <div role="status" className={isReloadable ? styles.bar : undefined}>
      {isReloadable && (
        <>
          <p>
            {skew === 'pageTooOld'
              ? `${productName} was updated. Reload the page to use the new version.`
              : "The server sent a response that this page doesn't understand. Reload the page."}
          </p>
          <Button onClick={() => location.reload()}>Reload</Button>
        </>
      )}
    </div>
  );
}
