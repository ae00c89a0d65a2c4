// Replaces @webreflection/idb-map, PyScript's cache of packages: this page installs no packages.

export default class {
  async entries() {
    return [];
  }
  async has() {
    return false;
  }
  async get() {}
  async set() {}
  async delete() {}
  async clear() {}
  async close() {}
}
