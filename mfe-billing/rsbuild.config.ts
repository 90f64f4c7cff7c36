import { areaConfig } from '@portage/area-build';

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default areaConfig({ area: 'billing', root: import.meta.dirname });
