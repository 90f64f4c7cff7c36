import { areaConfig } from '@portage/area-build';

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default areaConfig({ area: 'admin', root: import.meta.dirname });
