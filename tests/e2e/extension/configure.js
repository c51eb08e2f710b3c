new Promise((resolve) => {
  chrome.developerPrivate.updateExtensionConfiguration(CONFIGURATION, resolve);
});
