// Photos are too large for the list of what waits: they lie beside it, each under the key of its entry.
const shelf = (mode, act) =>
  new Promise((done, failed) => {
    const opening = indexedDB.open("unsent", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const job = opening.result.transaction("files", mode),
        found = act(job.objectStore("files"));
      job.oncomplete = () => {
        opening.result.close();
        done(found.result);
      };
      job.onerror = job.onabort = () => {
        opening.result.close();
        failed(job.error);
      };
    };
  });
export const putFile = (key, file) => shelf("readwrite", (files) => files.put(file, key));
export const getFile = (key) => shelf("readonly", (files) => files.get(key)).catch(() => null);
export const dropFile = (one) => one.file && shelf("readwrite", (files) => files.delete(one.key)).catch(() => {});
