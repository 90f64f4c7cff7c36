import {
  connectHttp,
  connectPool,
  deletePreviewsBefore,
  deleteReportsBefore,
  listPreviews,
  listSets,
  lockDeployment,
} from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { listAreaNames } from './area-names.ts';
import { areaStore } from './area-store.ts';

/** The newest versions of each area stay, whatever their age. */
const KEPT_VERSIONS = 5;
/** The last sets keep their files too, so that people can return to them. */
const KEPT_SETS = 10;
const DEFAULT_KEPT_DAYS = 7;
const REPORTS_KEPT_DAYS = 30;

/**
 * Removes the files of versions that no browser has and no rollback needs. It keeps the newest five, the live version, a canary, the
 * previous version, those of the last ten sets and of previews, and versions less than a week old, because a page may stay open that long. Also
 * removes unfinished uploads, shared files that no version has any more, and previews that have ended.
 */
export async function clearOldVersions(env: Env, now: Date): Promise<void> {
  const keptDays = Number(env.KEEP_VERSIONS_DAYS ?? DEFAULT_KEPT_DAYS);
  const keptMs = (Number.isFinite(keptDays) && keptDays >= 0 ? keptDays : DEFAULT_KEPT_DAYS) * DAY_MS;
  // Younger files may still be part of an upload.
  const isOld = (uploadedAt: number) => now.getTime() - uploadedAt > Math.max(keptMs, DAY_MS);
  const store = areaStore(env.AREA_BUCKET);
  const db = connectHttp(env);
  await using pool = connectPool(env);
  const keptParts = (await listSets(db, KEPT_SETS)).flatMap(({ parts }) => parts);
  for (const area of await listAreaNames(db)) {
    await lockDeployment(pool.db, area, async (locked) => {
      const { liveVersion, previousVersion, canaryVersion } = locked.row;
      const versions = await locked.listVersions();
      // Read while the area is locked: nobody makes a preview of a version that is being removed.
      const previews = (await listPreviews(db, now)).filter(({ preview }) => preview.area === area);
      const kept = new Set<string | null | undefined>([
        ...versions
          .filter(({ isPreview }) => !isPreview)
          .slice(0, KEPT_VERSIONS)
          .map(({ version }) => version),
        ...previews.map(({ preview }) => preview.version),
        liveVersion,
        previousVersion,
        canaryVersion,
        ...keptParts.filter(({ name }) => name === area).flatMap(({ live, canary }) => [live, canary?.version]),
      ]);
      const used = new Set<string>();
      for (const { version, uploadedAt, files } of versions) {
        if (kept.has(version) || now.getTime() - uploadedAt.getTime() < keptMs) {
          for (const { path } of files) used.add(path);
          continue;
        }
        await store.remove(area, version);
        await locked.markRemoved(version, now);
      }
      const registered = new Set(versions.map(({ version }) => version));
      for (const version of await store.listVersions(area)) {
        if (registered.has(version)) continue;
        const times = [...(await store.list(area, version)).values()].map(({ uploadedAt }) => uploadedAt.getTime());
        if (isOld(Math.max(...times))) await store.remove(area, version);
      }
      const unused = [...(await store.listShared(area))].filter(([path, { uploadedAt }]) => !used.has(path) && isOld(uploadedAt.getTime()));
      await store.removeShared(
        area,
        unused.map(([path]) => path),
      );
    });
  }
  await deletePreviewsBefore(db, now);
  await deleteReportsBefore(db, new Date(now.getTime() - REPORTS_KEPT_DAYS * DAY_MS));
}
