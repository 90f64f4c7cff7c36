DROP INDEX "dashboard_items_created";--> statement-breakpoint
ALTER TABLE "dashboard_items" ADD COLUMN "made_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "dashboard_items_made" ON "dashboard_items" USING btree ("owner_user_id","dashboard_id","type",coalesce("made_at", "created_at"),"id");--> statement-breakpoint
-- Items of earlier releases; a text that is no date leaves its item where it came.
DO $$
DECLARE item record;
BEGIN
  FOR item IN
    SELECT id, object ->> (CASE type WHEN 'Registration' THEN 'registeredAt' WHEN 'Activity' THEN 'activityAt' ELSE 'createdAt' END) AS said
    FROM dashboard_items
  LOOP
    CONTINUE WHEN item.said IS NULL OR item.said !~ '^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$';
    BEGIN
      UPDATE dashboard_items SET made_at = CASE
        WHEN item.said ~ '(Z|:\d{2}[+-]\d{2}:?\d{2})$' THEN item.said::timestamptz ELSE item.said::timestamp AT TIME ZONE 'UTC' END
      WHERE id = item.id;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $$;
