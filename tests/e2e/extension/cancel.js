/** Runs in the worker: what Chrome does when the user presses Cancel on its bar. */
(async () => {
  const targets = (await chrome.debugger.getTargets()).filter((target) => target.attached && target.tabId);
  const ended = await Promise.allSettled(targets.map(({ tabId }) => chrome.debugger.detach({ tabId })));
  // Others debug tabs too; those the extension is not attached to are not its own.
  const ours = targets.filter((_, index) => ended[index].status === "fulfilled");
  for (const { tabId } of ours) chrome.debugger.onDetach.dispatch({ tabId }, "canceled_by_user");
})();
