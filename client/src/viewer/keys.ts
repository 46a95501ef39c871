type Deeds = Record<string, () => void>;

/** Do what a key stands for, alone or with Ctrl or Command; nothing while somebody types, or where it means something else. */
export function keyed(event: KeyboardEvent, deeds: Deeds, withControl: Deeds = {}): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey) return;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  const act = (event.ctrlKey || event.metaKey ? withControl : deeds)[key];
  if (!act) return;
  event.preventDefault();
  act();
}
