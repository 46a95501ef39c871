type Actions = Record<string, () => void>;

/** Run the action of a key, alone or with Ctrl or Command; not while text is typed, nor for keys handled already. */
export function handleKey(event: KeyboardEvent, actions: Actions, withControl: Actions = {}): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey) return;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  const action = (event.ctrlKey || event.metaKey ? withControl : actions)[key];
  if (!action) return;
  event.preventDefault();
  action();
}
