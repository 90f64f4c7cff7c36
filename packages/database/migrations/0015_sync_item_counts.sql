CREATE TABLE "sync_item_counts" (
	"flow_id" uuid NOT NULL,
	"status" text NOT NULL,
	"items" integer NOT NULL,
	CONSTRAINT "sync_item_counts_flow_id_status_pk" PRIMARY KEY("flow_id","status")
);
--> statement-breakpoint
ALTER TABLE "sync_item_counts" ADD CONSTRAINT "sync_item_counts_flow_id_sync_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."sync_flows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- since 1.0.0: a new function, which only the triggers below call
CREATE FUNCTION count_sync_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of the key, so that two statements never wait for one another.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sync_item_counts AS c (flow_id, status, items)
    SELECT flow_id, status, count(*) FROM new_items GROUP BY flow_id, status ORDER BY flow_id, status
    ON CONFLICT (flow_id, status) DO UPDATE SET items = c.items + excluded.items;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO sync_item_counts AS c (flow_id, status, items)
    SELECT flow_id, status, sum(change) FROM (
      SELECT flow_id, status, 1 AS change FROM new_items UNION ALL SELECT flow_id, status, -1 FROM old_items
    ) changes GROUP BY flow_id, status HAVING sum(change) <> 0 ORDER BY flow_id, status
    ON CONFLICT (flow_id, status) DO UPDATE SET items = c.items + excluded.items;
  ELSE
    -- With its flow, the counts go as well: there may be none left to change.
    UPDATE sync_item_counts c SET items = c.items - gone.items
    FROM (SELECT flow_id, status, count(*) AS items FROM old_items GROUP BY flow_id, status) gone
    WHERE c.flow_id = gone.flow_id AND c.status = gone.status;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- since 1.0.0: code before it writes no sync items, and its writes would be counted
CREATE TRIGGER sync_items_counted_in AFTER INSERT ON sync_items REFERENCING NEW TABLE AS new_items
FOR EACH STATEMENT EXECUTE FUNCTION count_sync_items();
--> statement-breakpoint
-- since 1.0.0: code before it writes no sync items, and its writes would be counted
CREATE TRIGGER sync_items_counted_anew AFTER UPDATE ON sync_items REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
FOR EACH STATEMENT EXECUTE FUNCTION count_sync_items();
--> statement-breakpoint
-- since 1.0.0: code before it writes no sync items, and its writes would be counted
CREATE TRIGGER sync_items_counted_out AFTER DELETE ON sync_items REFERENCING OLD TABLE AS old_items
FOR EACH STATEMENT EXECUTE FUNCTION count_sync_items();
--> statement-breakpoint
INSERT INTO sync_item_counts (flow_id, status, items) SELECT flow_id, status, count(*) FROM sync_items GROUP BY flow_id, status;
