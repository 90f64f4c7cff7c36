-- since 1.0.0: the triggers stay, and the function still counts every run. The time that a run stood failed is no part of its duration.
CREATE OR REPLACE FUNCTION count_ended_runs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes run_hours[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO run_months AS m (owner_user_id, starts_at, runs)
    SELECT owner_user_id, date_trunc('month', created_at, 'UTC') AS month, count(*) FROM new_runs
    GROUP BY owner_user_id, month ORDER BY owner_user_id, month
    ON CONFLICT (owner_user_id, starts_at) DO UPDATE SET runs = m.runs + excluded.runs;
    SELECT array_agg(ROW(owner_user_id, workflow_id, starts_at, succeeded, failed, cancelled, durations)::run_hours) INTO changes
    FROM (
      SELECT owner_user_id, workflow_id, starts_at,
        coalesce(sum(change) FILTER (WHERE status = 'Succeeded'), 0)::integer AS succeeded,
        coalesce(sum(change) FILTER (WHERE status = 'Failed'), 0)::integer AS failed,
        coalesce(sum(change) FILTER (WHERE status = 'Cancelled'), 0)::integer AS cancelled,
        coalesce(sum(change * rpad('1', 1 + 12 * floor(2 * log(2, greatest(1, took_ms)))::integer, '0')::numeric) FILTER (WHERE status = 'Succeeded'), 0) AS durations
      FROM (
        SELECT owner_user_id, workflow_id, date_trunc('hour', coalesce(started_at, created_at), 'UTC') AS starts_at, status, 1 AS change,
          extract(epoch FROM finished_at - coalesce(started_at, created_at)) * 1000 - stood_failed_ms AS took_ms
        FROM new_runs WHERE status IN ('Succeeded', 'Failed', 'Cancelled') AND NOT is_test
      ) ended
      GROUP BY owner_user_id, workflow_id, starts_at
    ) summed
    WHERE succeeded <> 0 OR failed <> 0 OR cancelled <> 0 OR durations <> 0;
  ELSE
    -- A run that was continued ends a second time: what it counted as before is taken back.
    SELECT array_agg(ROW(owner_user_id, workflow_id, starts_at, succeeded, failed, cancelled, durations)::run_hours) INTO changes
    FROM (
      SELECT owner_user_id, workflow_id, starts_at,
        coalesce(sum(change) FILTER (WHERE status = 'Succeeded'), 0)::integer AS succeeded,
        coalesce(sum(change) FILTER (WHERE status = 'Failed'), 0)::integer AS failed,
        coalesce(sum(change) FILTER (WHERE status = 'Cancelled'), 0)::integer AS cancelled,
        coalesce(sum(change * rpad('1', 1 + 12 * floor(2 * log(2, greatest(1, took_ms)))::integer, '0')::numeric) FILTER (WHERE status = 'Succeeded'), 0) AS durations
      FROM (
        SELECT owner_user_id, workflow_id, date_trunc('hour', coalesce(started_at, created_at), 'UTC') AS starts_at, status, 1 AS change,
          extract(epoch FROM finished_at - coalesce(started_at, created_at)) * 1000 - stood_failed_ms AS took_ms
        FROM new_runs WHERE status IN ('Succeeded', 'Failed', 'Cancelled') AND NOT is_test
        UNION ALL
        SELECT owner_user_id, workflow_id, date_trunc('hour', coalesce(started_at, created_at), 'UTC') AS starts_at, status, -1 AS change,
          extract(epoch FROM finished_at - coalesce(started_at, created_at)) * 1000 - stood_failed_ms AS took_ms
        FROM old_runs WHERE status IN ('Succeeded', 'Failed', 'Cancelled') AND NOT is_test
      ) ended
      GROUP BY owner_user_id, workflow_id, starts_at
    ) summed
    WHERE succeeded <> 0 OR failed <> 0 OR cancelled <> 0 OR durations <> 0;
  END IF;
  IF changes IS NULL THEN RETURN NULL; END IF;
  INSERT INTO run_hours AS r (owner_user_id, workflow_id, starts_at, succeeded, failed, cancelled, durations)
  SELECT owner_id, counted_id, date_trunc('hour', starts_at, 'UTC') AS slot, sum(succeeded), sum(failed), sum(cancelled), sum(durations)
  FROM unnest(changes)
  -- The workflow's own row, the total of its owner, and one of the totals of everyone.
  CROSS JOIN LATERAL (VALUES (owner_user_id, workflow_id), (owner_user_id, '00000000-0000-0000-0000-000000000000'::uuid),
    (('00000000-0000-0000-0000-00000000000' || right(owner_user_id::text, 1))::uuid, '00000000-0000-0000-0000-000000000000'::uuid)) counted (owner_id, counted_id)
  GROUP BY owner_id, slot, counted_id
  -- In the order of the key, so that two statements never wait for one another.
  ORDER BY owner_id, slot, counted_id
  ON CONFLICT (owner_user_id, starts_at, workflow_id) DO UPDATE SET succeeded = r.succeeded + excluded.succeeded,
    failed = r.failed + excluded.failed, cancelled = r.cancelled + excluded.cancelled, durations = r.durations + excluded.durations;
  INSERT INTO run_days AS r (owner_user_id, workflow_id, starts_at, succeeded, failed, cancelled, durations)
  SELECT owner_id, counted_id, date_trunc('day', starts_at, 'UTC') AS slot, sum(succeeded), sum(failed), sum(cancelled), sum(durations)
  FROM unnest(changes)
  -- The workflow's own row, the total of its owner, and one of the totals of everyone.
  CROSS JOIN LATERAL (VALUES (owner_user_id, workflow_id), (owner_user_id, '00000000-0000-0000-0000-000000000000'::uuid),
    (('00000000-0000-0000-0000-00000000000' || right(owner_user_id::text, 1))::uuid, '00000000-0000-0000-0000-000000000000'::uuid)) counted (owner_id, counted_id)
  GROUP BY owner_id, slot, counted_id
  -- In the order of the key, so that two statements never wait for one another.
  ORDER BY owner_id, slot, counted_id
  ON CONFLICT (owner_user_id, starts_at, workflow_id) DO UPDATE SET succeeded = r.succeeded + excluded.succeeded,
    failed = r.failed + excluded.failed, cancelled = r.cancelled + excluded.cancelled, durations = r.durations + excluded.durations;
  RETURN NULL;
END $$;
