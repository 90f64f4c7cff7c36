-- since 1.0.0: the counts of items, which every statement that writes items changes, still refer to the flow
ALTER TABLE "sync_items" DROP CONSTRAINT "sync_items_flow_id_sync_flows_id_fk";
--> statement-breakpoint
-- since 1.0.0: a new function, which only the trigger below calls
CREATE FUNCTION delete_items_of_sync_flows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Sees items that were written while the flow's deletion waited for their counts.
  DELETE FROM sync_items WHERE flow_id IN (SELECT id FROM gone_flows);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- since 1.0.0: deletes the same items as the reference that goes
CREATE TRIGGER sync_flows_take_items AFTER DELETE ON sync_flows REFERENCING OLD TABLE AS gone_flows
FOR EACH STATEMENT EXECUTE FUNCTION delete_items_of_sync_flows();