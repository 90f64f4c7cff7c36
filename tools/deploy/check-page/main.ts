// The page in which a built area is loaded before it is deployed: the shell's own loader and its share scope, nothing else.
import { createAreaLoader } from '@portage/shell/area-loader';

Object.assign(globalThis, { portageLoadArea: createAreaLoader() });
