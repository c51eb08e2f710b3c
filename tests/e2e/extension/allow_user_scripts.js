new Promise((resolve) => {
  chrome.developerPrivate.updateExtensionConfiguration({ extensionId: EXTENSION_ID, userScriptsAccess: true }, resolve);
});
