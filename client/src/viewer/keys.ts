type Actions = Record<string, () => void>;

/** Do what a key stands for, alone or with Ctrl or Command; nothing while somebody types, or where it means something else. */
export function handleKey(event: KeyboardEvent, actions: Actions, withControl: Actions = {}): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey) return;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  const action = (event.ctrlKey || event.metaKey ? withControl : actions)[key];
  if (!action) return;
  event.preventDefault();
  action();
}
