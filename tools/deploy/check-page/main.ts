// The page that loads a built area before it is deployed: only the shell's own loader and its share scope.
import { createAreaLoader } from '@portage/shell/area-loader';

Object.assign(globalThis, { portageLoadArea: createAreaLoader() });
